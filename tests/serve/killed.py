"""killed -- parlor serve, killed in the middle of fifty games: every table goes on with nothing lost."""
import signal
import sys
import threading

sys.dont_write_bytecode = True
from parlor_cli import check, finish, works
from parlor_server import OPEN, YOU, Server, agent, play, together, tokens

GAMES = ["leduc", "connect4", "battleship", "hypergammon", "pig(target=30)", "skull(players=2)", "othello(size=6)",
         "liars_dice(dice=2)", "goofspiel(cards=6)", "mnk(m=6,n=6,k=5)"]
OTHERS = [OPEN, agent("first"), OPEN, agent("ismcts(iterations=200)"), agent("ismcts(ms=150)")]
SHORT = ["kuhn", "leduc", "tictactoe", "goofspiel(cards=4)", "kuhn(players=2)"] * 2  # for who thinks long
MOVES = 400  # of all players, after which it is killed


def set_up(s):
    """Fifty tables: each game with each kind of opponent, every second pair of people by the clock."""
    tables = []
    for i, other in enumerate(OTHERS):
        for j, game in enumerate(SHORT if "ms=" in other.get("agent", "") else GAMES):
            more = {"clock": "game=20m,increment=1s"} if i in (2, 3) else {}
            seats = [YOU, other] if (i + j) % 2 or other == OPEN else [other, YOU]
            more = more if other == OPEN else dict(more, seed=10 * i + j)
            tables.append(s.table(game, *seats, **more))
            for seat, token in zip([x for x in tables[-1]["seats"] if "token" in x], s.seats(tables[-1])):
                seat["token"] = token
    return tables


class Count:
    """Kills the server when so many moves were made."""

    def __init__(self, server, most):
        self.server, self.left, self.lock = server, most, threading.Lock()

    def __call__(self):
        with self.lock:
            self.left -= 1
            if self.left == 0:
                self.server.process.send_signal(signal.SIGKILL)


def everybody(s, tables, counts):
    """Everybody plays on, at the same time: what each was told, by token."""
    seats = [t for made in tables for t in tokens(made) if t]
    clients = [s.sit(t) for t in seats]
    told = together(*[lambda c=c: play(c, each=counts) for c in clients])
    for c in clients:
        c.close()
    return dict(zip(seats, told))


def story(messages):
    """The game as it was told: its start, but not how much was past by then, what was noticed, and its end."""
    return [{key: m[key] for key in m if key != "past"} for m in messages if m["type"] in ("start", "saw", "over")]


def main():
    s = Server("--threads", "2")
    tables = set_up(s)
    waits = s.table("kuhn", YOU, OPEN, advice=True)
    before = everybody(s, tables, Count(s, MOVES))
    s.end(signal.SIGKILL)
    over = {made["id"] for made in tables for t in tokens(made) if t and story(before[t])[-1:] and
            story(before[t])[-1]["type"] == "over"}
    print("# %d of %d games were over, %d messages had come" % (len(over), len(tables), sum(len(x) for x in before.values())))
    check(all(story(x) for x in before.values()), "all games had begun")
    check(len(over) < len(tables) // 2, "and most were under way", len(over))
    t = Server("--threads", "2", records=s.records)
    states = [t.get("/api/tables/" + made["id"])[1].get("state") for made in tables]
    check(set(states) <= {"playing", "over"} and states.count("playing") < t.first["resumed"] <= len(tables) - len(over) + 1,
          "all tables go on", (t.first, states, len(over)))
    after = everybody(t, tables, None)
    for made in tables:
        for token in [x for x in tokens(made) if x]:
            had, has = story(before[token]), story(after[token])
            check(had == has[:len(had)] and has[-1]["type"] == "over",
                  "%s: what was told is told again, and played to the end" % made["game"], "%s\n%s" % (had[-2:], has[len(had) - 2:]))
    ends = {made["id"]: t.get("/api/tables/" + made["id"])[1] for made in tables}
    records = {i: t.get("/api/records/%d" % x["record"])[1] for i, x in ends.items()}
    check(all(records[made["id"]]["scores"] == story(after[x])[-1]["scores"] for made in tables for x in tokens(made) if x),
          "and stands in the records")
    check(len({x["record"] for x in ends.values()}) == len(tables), "each in its own")
    still = t.get("/api/tables/" + waits["id"])[1]
    check(still["state"] == "open" and still["advice"], "a player who has yet to come is waited for, at the table as it was made", still)
    check(t.end() == (0, ""), "the end")
    works("records", "verify", "--file", s.records, has=["all true"])
    finish()


main()
