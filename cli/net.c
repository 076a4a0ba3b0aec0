/* net.c -- what parlor host, join and watch are for, and what may be said to them. */
#include "net.h"

const char host_about[] =
    "Listens at a port and prints, for every seat that is 'remote', the command by which it is\n"
    "joined, with the secret token of that seat.  The game begins when all are there; who\n"
    "loses the connection comes back with the same token and goes on.  Where no seat is\n"
    "'human' the moves are printed as anybody may see them.  Players connect by TCP or\n"
    "WebSocket and speak the Parlor protocol.  Only this machine can connect unless --bind\n"
    "says otherwise; docs/hosting.md tells how to host for others.  The exit status is 0 when\n"
    "all games were played, and 1 if Ctrl-C or a fault ended them before.";

const char join_about[] =
    "Takes the seat that the token is for: you play it here, or --agent does, or a program\n"
    "after -- that speaks the Parlor protocol on its standard input and output.  The address\n"
    "is HOST:PORT, or ws://HOST:PORT/PATH or wss://... for WebSocket; or the link of an\n"
    "invitation of the page, which has the token.  When the connection is cut it comes back by\n"
    "itself and goes on where it was.";

const char watch_about[] =
    "Shows a table of a host, or a recorded game, as anybody may see it: what is hidden from\n"
    "somebody stays hidden.  With --record it is the game of that number, or the latest; one\n"
    "that is still being played is followed to its end.  --json prints the lines of the\n"
    "protocol.";

#define AT(field) .at = offsetof(call, field)

const option host_options[] = {
    {.name = "seats",
     .arg = "WHO,...",
     .normal = "human,remote",
     .kind = WORD,
     AT(agents),
     .help =
         "for each seat human (you, here), remote or an agent; the last one at all that are left"},
    {.name = "port",
     .arg = "N",
     .normal = "0",
     .hi = 65535,
     .kind = NUMBER,
     AT(port),
     .help = "to listen at; 0: any that is free"},
    {.name = "bind",
     .arg = "ADDRESS",
     .normal = "127.0.0.1",
     .kind = WORD,
     AT(bind),
     .help =
         "to listen at: 127.0.0.1 is this machine alone, 0.0.0.0 is every network, :: also of IPv6"},
    {.name = "clock",
     .arg = "PACE",
     .kind = WORD,
     AT(clock),
     .help = "as game=5m,increment=2s or move=30s"},
    {.name = "on",
     .arg = "FAULT=THEN,...",
     .kind = WORD,
     AT(on),
     .help = "what is done about faults, as timeout=random,illegal=retry:3/forfeit"},
    {.name = "wait",
     .arg = "T",
     .normal = "60",
     .kind = SECONDS,
     AT(wait),
     .help = "seconds that a player who lost his connection is waited for"},
    {.name = "pause",
     .arg = "T",
     .normal = "600",
     .kind = SECONDS,
     AT(pause),
     .help = "seconds of a game that one player may pause"},
    {.name = "games",
     .arg = "N",
     .normal = "1",
     .lo = 1,
     .hi = 1000000000,
     .kind = NUMBER,
     AT(games),
     .help = "how many games, one after the other"},
    {.name = "names",
     .arg = "NAME,...",
     .kind = WORD,
     AT(names),
     .help = "of the seats (not given: what players call themselves)"},
    {.name = "record",
     .arg = "FILE",
     .kind = WORD,
     AT(record),
     .help = "keep the games in this file"},
    {.name = "seed",
     .arg = "S",
     .kind = NUMBER,
     .hi = INT64_MAX,
     AT(seed),
     .help = "of the first game; who knows it knows the cards (not given: a secret one)"},
    {0},
};

const option join_options[] = {
    {.name = "token",
     .arg = "TOKEN",
     .kind = WORD,
     AT(token),
     .help = "the secret of the seat, from the host (not given: $PARLOR_TOKEN)"},
    {.name = "agent",
     .arg = "AGENT",
     .kind = WORD,
     AT(agents),
     .help = "who plays; not given: you do, here"},
    {.name = "name",
     .arg = "NAME",
     .kind = WORD,
     AT(name),
     .help = "as others shall call the player"},
    {.name = "wait",
     .arg = "T",
     .normal = "60",
     .kind = SECONDS,
     AT(wait),
     .help = "seconds to go on trying when the connection is cut"},
    {0},
};

const option watch_options[] = {
    {.name = "record",
     .arg = "FILE",
     .kind = WORD,
     AT(record),
     .help = "watch a game of this file, finished or under way"},
    {.name = "delay",
     .arg = "T",
     .kind = SECONDS,
     AT(delay),
     .help = "seconds between moves (not given: none)"},
    {0},
};
