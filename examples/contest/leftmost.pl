#!/usr/bin/perl
# An entry in Perl: it takes the first move that is legal.
use strict;
use warnings;
use JSON::PP;

$| = 1;
while (my $line = <STDIN>) {
    my $m = decode_json($line);
    if ($m->{type} eq 'hello') {
        print encode_json({type => 'hello', protocol => 1, name => 'leftmost'}), "\n";
    } elsif ($m->{type} eq 'act') {
        print encode_json({type => 'move', act => $m->{act}, move => $m->{legal}[0]}), "\n";
    } elsif ($m->{type} eq 'ping') {
        print encode_json({type => 'pong', id => $m->{id}}), "\n";
    } elsif ($m->{type} eq 'bye') {
        last;
    }
}
