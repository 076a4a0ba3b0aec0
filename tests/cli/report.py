"""report -- the report of a match as a page, beside what it prints as JSON and CSV."""
import csv
import html.parser
import os
import re
import sys

sys.dont_write_bytecode = True
from parlor_cli import FOLDER, check, objects, path, refuses, run, run_all, text_of, works

VOID = {"meta", "br", "wbr", "link", "img", "input", "hr"}
DRAWN = {"path", "circle", "rect"}  # parts of a picture, which end themselves
NASTY = "<script>alert('&\")</script>"


class Page(html.parser.HTMLParser):
    """The text, the links and the rows of a page; wrong holds what is not closed as it was opened."""

    def __init__(self, text):
        super().__init__()
        self.open, self.wrong, self.text, self.links, self.ids, self.tags = [], [], [], [], [], set()
        self.loads, self.rows = [], []
        self.feed(text)
        self.close()
        self.wrong += self.open

    def handle_starttag(self, tag, attrs):
        self.tags.add(tag)
        if tag == "tr":
            self.rows.append([])
        if tag in ("th", "td") and self.rows:
            self.rows[-1].append("")
        for name, value in attrs:
            if name == "href":
                self.links.append(value)
            if name in ("src", "srcset", "data", "action", "poster") or name.startswith("on"):
                self.loads.append((tag, name, value))
            if name == "id":
                self.ids.append(value)
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag, attrs):
        if tag not in DRAWN:
            self.wrong.append(tag)

    def handle_endtag(self, tag):
        if not self.open or self.open.pop() != tag:
            self.wrong.append("/" + tag)

    def handle_data(self, data):
        self.text.append(data)
        if self.open and self.rows and self.rows[-1] and "tr" in self.open:
            self.rows[-1][-1] += data


def read(name):
    return text_of(path(name))


def report(command, *words):
    """The same match as a page, as CSV and as JSON."""
    told = objects(command, *words, "--html", path("page.html"), "--csv=" + path("page.csv"), "--json")[0]
    with open(path("page.csv"), encoding="utf-8", newline="") as file:
        table = list(csv.DictReader(file))
    return told, Page(read("page.html")), table


def is_whole(page, what):
    text = read("page.html")
    check(not page.wrong, "%s: every element is closed" % what, page.wrong)
    check("script" not in page.tags and "link" not in page.tags and not page.loads and
          "@import" not in text and "url(" not in text, "%s: nothing is loaded or run" % what, page.loads)
    elsewhere = [at for at in re.findall(r"(?:https?:)?//[^\s\"'<)]+", text)
                 if not at.startswith("http://127.0.0.1:8017/#/record/")]
    check(not elsewhere, "%s: it names no other host" % what, elsewhere)
    check(len(set(page.ids)) == len(page.ids), "%s: ids are unlike" % what, page.ids)
    check("nan" not in " ".join(page.text).lower().split() and "inf" not in " ".join(page.text).split(),
          "%s: no number is none" % what)


def figures(told):
    """Everything that JSON has, as the page writes it: text that stands somewhere."""
    pair = "+%d =%d -%d"
    out = [str(told["seed"]), told["format"], told["seats"], told["game"],
           "%d in %d groups of %d" % (told["games"], told["groups"], told["group"]),
           "%d to %d, mean %.6g" % (told["plies"]["min"], told["plies"]["max"], told["plies"]["mean"]),
           "median %.0f, 99th percentile %.0f" % (told["plies"]["p50"], told["plies"]["p99"]),
           told["run"]["command"], "%d thread" % told["run"]["threads"]]
    out += ["%.4g to %.4g" % (seat["low"], seat["high"]) for seat in told["seat_scores"]]
    for row in told["standings"]:
        out += [row["name"], row["agent"], "%.4g to %.4g" % (row["payoff"]["low"], row["payoff"]["high"])]
        if row["elo"]["low"] is not None:
            out.append("%+.1f to %+.1f" % (row["elo"]["low"], row["elo"]["high"]))
        if row["superiority"] is not None:
            out.append("%.1f" % (100 * row["superiority"]))
        out += ["%.6g: %d" % tuple(score) for score in row["scores"]]
        out += list(row["faults"])
    for met in told["pairs"]:
        out.append(pair % (met["better"], met["even"], met["worse"]))
        out.append(pair % (met["worse"], met["even"], met["better"]))
    return out


def has_rows(told, page):
    """Figures that mean something only beside an agent's name."""
    rows = {tuple(row) for row in page.rows}
    for row in told["standings"]:
        name = row["name"]
        for seat, at in enumerate(row["seats"]):
            want = (name, str(seat), str(at["wins"]), str(at["draws"]), str(at["losses"]))
            check(want in rows, "results at seat %d are those of JSON" % seat, want)
        for fault, times in row["faults"].items():
            check((name, fault, str(times)) in rows, "faults are told: " + fault)
        scores = [(name, "%.6g" % at, str(n)) for at, n in row["scores"]]
        check(set(scores) <= rows, "the histogram is told in figures", scores)
        times = [r for r in rows if len(r) == 6 and r[:2] == (name, str(row["nanoseconds"]["moves"]))]
        check(len(times) == 1 and all(re.fullmatch(r"[\d.e+]+ (ns|µs|ms|s)|–", x) for x in times[0][2:5]),
              "times are told", times)


def curve_rows(told, page, shown):
    """Every point of a curve, in the order of ranks."""
    rows = {row[0]: row[1:] for row in page.rows if len(row) == shown + 1}
    for at, row in enumerate(told["standings"][:shown]):
        wrong = [(games, value) for games, value, *_ in row["curve"]
                 if value is not None and not rows.get(str(games), [""] * shown)[at].startswith("%+.1f" % value)]
        check(row["curve"] and not wrong, "the curve is told in figures", wrong)
        last = row["curve"][-1]
        check(last[0] == told["games"] and last[1:] == [row["elo"][k] for k in ("value", "low", "high")],
              "a curve ends with the standings", last)


def same_facts():
    told, page, table = report("league", "tictactoe", "greedy", "random", "first",
                               "some thought=mcts(iterations=20)", "--games", "40")
    is_whole(page, "a league")
    text = "".join(page.text)
    missing = [what for what in figures(told) if what not in text]
    check(not missing, "the page has every figure of JSON", missing)
    has_rows(told, page)
    curve_rows(told, page, 4)
    check([row["name"] for row in table] == [row["name"] for row in told["standings"]], "CSV goes into its file")
    check(set(page.ids) == {"standings", "cross", "circles", "curve", "scores", "seats", "times", "faults", "run"},
          "all sections are there", page.ids)
    again = run("league", "tictactoe", "greedy", "random", "first", "some thought=mcts(iterations=20)",
                "--games", "40", "--threads", "3", "--html", path("again.html"))
    cut = re.compile(r'<section id="(?:times|run)">.*?</section>', re.S)
    check(again.returncode == 0 and cut.sub("", read("again.html")) == cut.sub("", read("page.html")),
          "threads change nothing of the page but times", again.stderr)


def two():
    told, page, _ = report("match", "leduc", "rollout(iterations=10)", "random", "--games", "2000")
    is_whole(page, "a match of two")
    curve = told["standings"][0]["curve"]
    check(20 < len(curve) <= 65 and curve == sorted(curve), "a curve has some points, not many", len(curve))
    curve_rows({**told, "standings": told["standings"][:1]}, page, 1)
    told, page, _ = report("league", "tictactoe", "random", "first", "greedy", "--games", "10", "--format", "swiss")
    is_whole(page, "rounds")
    check("Points" in "".join(page.text), "a league of rounds has points")
    _, page, _ = report("match", "tictactoe", "greedy", "random", "--games", "2", "--sprt", "elo0=0,elo1=5")
    is_whole(page, "a sequential test of one group")
    check("LLR" in "".join(page.text), "a sequential test is told")


def lucky():
    told, page, _ = report("match", "leduc", "rollout(iterations=5)", "<b>=random", "--games", "200", "--luck")
    is_whole(page, "a match less luck")
    text = "".join(page.text)
    missing = [row["name"] for row in told["standings"]
               if "%.4g to %.4g" % tuple(row["less_luck"]["payoff"][k] for k in ("low", "high")) not in text]
    check("luck" in page.ids and not missing and told["luck"]["how"] in text, "scores less luck are told", missing)
    _, page, _ = report("match", "kuhn", 'process(cmd="false")', "random", "--games", "4", "--luck")
    is_whole(page, "a match whose luck nobody knows")
    check("Nothing is taken off: 4 games" in "".join(page.text), "and why where nobody knows it")


def pools():
    hands = ["%s=always(move=%s)" % (hand, hand) for hand in ("rock", "paper", "scissors")]
    told, page, _ = report("league", "rps", *hands, "<i>=first", "--games", "20", "--ratings", "all")
    is_whole(page, "a pool that goes in circles")
    rows = {tuple(row) for row in page.rows}
    for row in told["standings"]:
        kept = row["kept_up"]
        want = (row["name"], "%+.1f" % (100 * row["nash"]["skill"]), "%.1f" % (100 * row["nash"]["share"]), "",
                "%.1f" % (100 * row["alpha_rank"]), "")
        check(want in rows, "Nash averaging and alpha-rank are told", want)
        want = (row["name"], "%.1f" % kept["elo"], "%.1f" % kept["lab_elo"],
                "%.0f ± %.0f" % (kept["glicko"]["rating"], 1.96 * kept["glicko"]["deviation"]))
        check(want in rows, "and ratings that were kept up", want)
    check("circles" in page.ids and "kept" in page.ids and "The pool goes in circles" in "".join(page.text),
          "a circle has its heading", page.ids)


def names():
    _, page, _ = report("match", "tictactoe", NASTY.replace("(", "[") + "=random", "first", "--games", "4")
    is_whole(page, "a nasty name")
    check(NASTY.replace("(", "[") in "".join(page.text), "a name is shown as it is, and does nothing")


def alike():
    _, page, _ = report("match", "connect4", "first", "always(move=d)", "--games", "40")
    is_whole(page, "a match of one game")
    check("All groups of 1 pairing came out alike" in " ".join(page.text), "the page says that it is one game")
    _, page, _ = report("match", "tictactoe", "first", "random", "--games", "40")
    check("came out alike" not in " ".join(page.text), "and of others it does not")


def recorded():
    told, page, _ = report("match", "tictactoe", "random", "first", "--games", "20", "--record", path("r & d.db"))
    is_whole(page, "a recorded match")
    links = [at for at in page.links if "#/record/" in at]
    check([int(at.rsplit("/", 1)[1]) for at in links] == told["run"]["records"] and len(links) == 20,
          "every game has a link", links)
    check("parlor serve --records " + path("r & d.db") in "".join(page.text), "and what shows it is told")
    _, page, _ = report("match", "tictactoe", "random", "first", "--games", "20", "--record", path("r & d.db"),
                        "--games-at", "https://games.example:8443/parlor/")
    check(all(at.startswith("https://games.example:8443/parlor/#/record/") for at in page.links) and page.links,
          "links lead where they are asked to", page.links[:2])
    refuses(["match", "tictactoe", "random", "first", "--games-at"], ('http://x"onclick=', "--games-at is an address"),
            ("javascript:alert(1)", "--games-at is an address"), ("http://x:1", "--games-at says where links"))
    works("records", "show", str(told["run"]["records"][7]), "--file", path("r & d.db"))
    many, page, _ = report("match", "tictactoe", "random", "first", "--games", "1000", "--record", path("r & d.db"))
    ids = many["run"]["records"]
    check(100 <= len(ids) <= 200 and len(set(ids)) == len(ids) and min(ids) > 20 and max(ids) > 900,
          "of many games some have one, of this match, from all over it", ids)


def refused():
    two = ["match", "tictactoe", "random", "first"]
    refuses(two, ("--html", "/nowhere/at/all.html", "/nowhere/at/all.html"), ("--csv=/nowhere/at/all.csv", "/nowhere/at/all.csv"),
            ("--html", FOLDER.name, FOLDER.name), status=1)
    refuses(two, ("--html", path("x"), "--csv=" + path("x"), "cannot both be"), ("nobody", "--html", path("z"), "nobody"),
            ("--record", path("y"), "--html", path("y"), "cannot both be"))
    check(not os.path.exists(path("x")) and not os.path.exists(path("y")) and not os.path.exists(path("z")),
          "what is refused writes nothing")
    told = works("match", "tictactoe", "random", "first", "--games", "4", "--html", "-")
    check(told.startswith("<!DOCTYPE html>") and told.endswith("</html>\n"), "'-' prints the page alone")


run_all(same_facts, two, lucky, pools, names, alike, recorded, refused)
