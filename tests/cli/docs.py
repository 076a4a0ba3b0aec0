"""docs -- the pages of the games and of the agents are true: every command that a page
shows prints what the page says, and its table of parameters is the game's or agent's own."""
import os
import re
import shlex
import sys

sys.dont_write_bytecode = True
from parlor_cli import ROOT, check, finish, objects, plain, run, text_of, transcripts

FOLDER = os.path.join(ROOT, "docs")
SECTIONS = ["Rules", "Parameters", "What is hidden from whom", "A sample game", "Numbers",
            "Sources"]
AGENT_SECTIONS = ["What it does", "Parameters", "When to use it", "Figures"] # and maybe Sources


def section(text, title):
    found = re.search(r"^## %s\n(.*?)(?=^## |\Z)" % re.escape(title), text, re.M | re.S)
    return found.group(1) if found else ""


def transcript_is_true(name, command, output):
    words = shlex.split(command)
    if words[:1] != ["parlor"]:
        check(False, "%s: a console block begins with '$ parlor'" % name, command)
        return
    r = run(*words[1:])
    check(plain(r.stdout + r.stderr) == plain(output), "%s: %s" % (name, command),
          r.stdout + r.stderr)


def table_of(text):
    """The rows of a table as lists of cells: code marks and escapes taken away."""
    rows = [line.strip().strip("|") for line in text.splitlines() if line.startswith("|")]
    return [[cell.strip().strip("`").replace("\\|", "|") for cell in re.split(r"(?<!\\)\|", row)]
            for row in rows[2:]]


def read_page(kind, page, name):
    """The text of a page, or None if there is none, which is a fault."""
    path = os.path.join(FOLDER, kind, page + ".md")
    if not os.path.exists(path):
        check(False, name + ": has a page", path)
        return None
    return text_of(path)


def game_page_is_true(game):
    name = game["name"]
    text = read_page("games", name, name)
    if text is None:
        return
    check(re.findall(r"^## (.*)$", text, re.M) == SECTIONS, name + ": has the usual sections",
          "they are: " + ", ".join(SECTIONS))
    facts = objects("rules", name, "--json")[0]
    own = [[p["name"], p["accepts"], p["default"]] for p in facts["parameters"]]
    told = [row[:3] for row in table_of(section(text, "Parameters"))]
    check(own == told, name + ": tells its parameters, what they accept and the defaults",
          "the game's: %r\nthe page's: %r" % (own, told))
    samples = list(transcripts(section(text, "A sample game")))
    check(samples, name + ": shows a sample game")
    for command, output in transcripts(text):
        transcript_is_true(name, command, output)


def agent_page_is_true(agent, told_before):
    """Agents that play one game alone share a page of its name, and there its table."""
    name, page = agent["name"], agent["game"] or agent["name"]
    text = read_page("agents", page, name)
    if text is None:
        return
    check(agent["game"] is None or "`%s`" % name in text, name + ": is on its page")
    own = [[p["name"], p["accepts"], p["default"], p["help"]] for p in agent["parameters"]]
    told = table_of(section(text, "Parameters"))
    check(own == told or (agent["game"] and not own), name + ": tells its parameters as they are",
          "the agent's: %r\nthe page's: %r" % (own, told))
    if page in told_before:
        return
    told_before.add(page)
    found = re.findall(r"^## (.*)$", text, re.M)
    check(found in (AGENT_SECTIONS, AGENT_SECTIONS + ["Sources"]),
          page + ": has the usual sections", "they are: " + ", ".join(AGENT_SECTIONS))
    for command, output in transcripts(text):
        transcript_is_true(page, command, output)


for each in objects("games", "--json")[0]["games"]:
    game_page_is_true(each)
pages = set()
for each in objects("agents", "--json")[0]["agents"]:
    agent_page_is_true(each, pages)
finish()
