#!/bin/sh
# dominoes_lab.sh -- three experiments of A. Landau's dominoes laboratory (2023), as leagues.
#
#     examples/dominoes_lab.sh ratings|depth|places [GAMES]
#
# ratings: how strong the simple agents are.  A table of four is drawn for each game, and places are
#          drawn anew before each of its ten hands, as the laboratory does.
# depth:   whether bestLine gains by looking further ahead on its own line.
# places:  whether the place at the table matters.  Places are not drawn: with rotations everybody
#          sits everywhere, but always behind the same neighbour.  So the same four agents in
#          two orders show what a neighbour is worth, and the last row what a place is.
#
# $PARLOR is the command, parlor if it is not set; $THREADS how many games at a time, 2 if not.
set -eu
parlor=${PARLOR:-parlor}
threads=${THREADS:-2}
games=${2:-2000}
drawn='dominoes(hands=10,shuffle=1)' fixed='dominoes(hands=10)'

case ${1:-} in
ratings)
  "$parlor" league "$drawn" random stupid double greedy bestLine persistentLine \
    --format random --shuffle-seats --games "$games" --threads "$threads"
  ;;
depth)
  "$parlor" league "$drawn" '1 tile=bestLine(length=1)' '2 tiles=bestLine(length=2)' \
    '4 tiles=bestLine(length=4)' '8 tiles=bestLine(length=8)' '12 tiles=bestLine(length=12)' \
    --format balanced --shuffle-seats --games "$games" --threads "$threads"
  ;;
places)
  "$parlor" match "$fixed" bestLine double stupid random --games "$games" --threads "$threads"
  echo
  "$parlor" match "$fixed" bestLine stupid double random --games "$games" --threads "$threads"
  ;;
*)
  echo "dominoes_lab.sh: say ratings, depth or places" >&2
  exit 2
  ;;
esac
