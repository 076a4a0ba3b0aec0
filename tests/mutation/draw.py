"""draw -- draw faults at random, the same ones for the same seed and tree.

All possible faults are put into an order by a hash of the seed and their ids.  Each area of the
sources (AREAS) takes its share from the front; the kinds of fault take turns, so that none is rare.
A file has at most PER_FILE faults and a line has one.  So a fault that is skipped is replaced by the
next of its kind, and the others stay.

A candidate is dropped if it does not compile without warnings, or if it compiles to the same object
(of TypeScript: to the same minified text), or if SKIP has a reason against it.
"""
import hashlib
import json
import os
import re
import shlex
import subprocess
import sys
import tempfile

import faults

AREAS = ["core", "games", "solve", "agents", "table", "arena", "serve", "learn", "cli", "web", "records"]
FOLDERS = {"web": "web/src", "records": "table/records"}  # of areas that are named otherwise
KINDS = ["comparison", "arithmetic", "constant", "logic", "negation", "dropped", "swapped", "returned"]
PER_FILE = 3
NOT_CODE = {"web/src/texts.ts"}  # texts only
# Lines about sizes of memory, speed and what is shown on the way: a change there is no fault.
DULL = re.compile(r"alloc|prefetch|capacity|progress|isatty|sizeof|\bfree\(|\bPL_UNLIKELY")

SKIP = {  # id: why the fault has no effect that a test could see
    "core-d3bae": "a random number is never exactly the bound",
    "solve-10e87": "a random number is never exactly the bound",
    "solve-0444d": "0 is left as it is, masked or not",
    "agents-25fbe": "it looks at the clock a millisecond sooner",
    "table-b3f23": "the address was tried just before, so that listening does not fail",
    "arena-a7760": "a flag is true, whether 1 or 2",
    "serve-bfd23": "a millisecond of patience more",
    "cli-a51d9": "the text is shorter than either size",
    "web-f78ae": "types tell",
    "web-b310c": "a point of a drawing lies a little higher",
}

HIDDEN = re.compile(
    r"/\*.*?\*/|//[^\n]*"  # comments
    r'|"(?:\\.|[^"\\\n])*"'
    r"|'(?:\\.|[^'\\\n])*'"
    r"|`(?:\\.|[^`\\])*`"
    r"|(?:(?<=[(,!])|(?<=[(=,:!&|?] ))/(?![/*])(?:\\.|[^/\\\n])+/", re.S)  # regular expressions of TypeScript
DIRECTIVE = re.compile(r"^[ \t]*#(?:[^\n]*\\\n)*[^\n]*", re.M)
SWAPS = {
    "comparison": {" < ": " <= ", " <= ": " < ", " > ": " >= ", " >= ": " > ", " == ": " != ", " != ": " == ",
                   " === ": " !== ", " !== ": " === "},
    "arithmetic": {" + ": " - ", " - ": " + ", " * ": " + ", " / ": " * ", " % ": " / ", " += ": " -= ", " -= ": " += ",
                   " << ": " >> ", " >> ": " << ", " & ": " | ", " | ": " & "},
    "logic": {" && ": " || ", " || ": " && "},
}
NUMBER = re.compile(r"(?<![\w.#])(?<!e-)\d+(?=u?\b)(?![\w.]*[.x])")
CONDITION = re.compile(r"\b(?:if|while) \(")
DENIAL = re.compile(r"!(?=[\w(])")
NAME = r"[A-Za-z_]\w*"
PLACE = r"\*?%s(?:(?:->|\.)\w+|\[[^\]]*\])*" % NAME
STATEMENT = re.compile(r"\s+(?:%s [-+*/|&^<>]*= .*;|%s\(.*\);|%s(?:\+\+|--);|if \(.*\) [^{]*;)\s*" % (PLACE, PLACE, PLACE))
CALL = re.compile(r"\b(?!if\b|for\b|while\b|switch\b|return\b|str\w*cmp\b|memcmp\b|fmin\b|fmax\b)%s\(([^(),;]+), ([^(),;]+)(?=[,)])" % NAME)
INDEX = re.compile(r"(?<=[\w\]])\[([A-Za-z_][\w.>-]*)\]")
RETURN = re.compile(r"\breturn ([^;]+);")
DECLARATION = re.compile(r"\s*(?!return\b)(?:%s[ *]+)+[^=(]*;\s*" % NAME)
OPPOSITE = {"0": "1", "1": "0", "-1": "0", "true": "false", "false": "true"}


def blank(match):
    """As many characters, none of them code; a literal remains a word between quotes."""
    text = match[0]
    if text[0] in "\"'`":
        return text[0] + re.sub(r"[^\n]", "_", text[1:-1]) + text[0]
    return re.sub(r"[^\n]", " ", text)


def masked(text, is_c):
    text = HIDDEN.sub(blank, text)
    return DIRECTIVE.sub(blank, text) if is_c else text


def code_lines(mask, is_c):
    """The indices of lines inside functions; static tables and enumerations are none."""
    depth, inside, before = 0, False, ""
    for index, line in enumerate(mask.split("\n")):
        if depth > 0 and inside and line.strip() and not DECLARATION.fullmatch(line) and not (
                is_c and re.match(r"\s*(static const|enum)\b", line)):
            yield index
        for char in line:
            if char == "{":
                if depth == 0:
                    inside = not is_c or before == ")"
                depth += 1
            elif char == "}":
                depth -= 1
            if not char.isspace():
                before = char


def closing(mask, start):
    """Where the parenthesis that opens at start - 1 closes, or None."""
    depth = 1
    for at in range(start, len(mask)):
        depth += (mask[at] == "(") - (mask[at] == ")")
        if depth == 0:
            return at
    return None


def replaced(line, start, end, text):
    return line[:start] + text + line[end:]


def changes(line, mask, before, is_c):
    """All faults of a line as (kind, new line); before is the code line before it."""
    for kind, swaps in SWAPS.items():
        for old, new in swaps.items():
            for at in re.finditer(re.escape(old), mask):
                yield kind, replaced(line, at.start(), at.end(), new)
    for at in NUMBER.finditer(mask):
        if mask[at.start() - 1] != "{":  # {0} clears
            for value in {int(at[0]) + 1, abs(int(at[0]) - 1)}:
                yield "constant", replaced(line, *at.span(), str(value))
    for at in CONDITION.finditer(mask):
        end = closing(mask, at.end())
        if end:
            yield "negation", replaced(line, at.end(), end, "!(%s)" % line[at.end():end])
    for at in DENIAL.finditer(mask):
        yield "negation", replaced(line, *at.span(), "")
    if STATEMENT.fullmatch(mask) and before.rstrip()[-1:] in tuple(";{}"):
        yield "dropped", ""
    for at in CALL.finditer(mask) if is_c else ():
        one, two = line[at.start(1):at.end(1)], line[at.start(2):at.end(2)]
        if one != two and not re.search(r"\w \w|\*\w|_t\b", mask[at.start(1):at.end(2)]):
            yield "swapped", replaced(line, at.start(1), at.end(2), two + ", " + one)
    for at in INDEX.finditer(mask):
        for sign in "+-":
            yield "swapped", replaced(line, *at.span(1), "%s %s 1" % (at[1], sign))
    for at in RETURN.finditer(mask):
        value = line[at.start(1):at.end(1)]
        if value in OPPOSITE:
            yield "returned", replaced(line, *at.span(1), OPPOSITE[value])
        elif re.search(r" (==|!=|[<>]=?|===|!==|&&|\|\|) |^!", at[1]) and not re.search(r"\?|=>", value):
            yield "returned", replaced(line, *at.span(1), "!(%s)" % value)
        elif is_c and value != "NULL":
            yield "returned", replaced(line, *at.span(1), "0")


def hash_of(*words):
    return hashlib.sha1("\n".join(map(str, words)).encode()).hexdigest()


def candidates_of(tree, area, file):
    is_c = file.endswith(".c")
    with open(os.path.join(tree, file), encoding="utf-8") as opened:
        text = opened.read()
    lines, mask = text.split("\n"), masked(text, is_c)
    masks = mask.split("\n")
    for index in code_lines(mask, is_c):
        before = next((masks[i] for i in range(index - 1, -1, -1) if masks[i].strip()), "")
        if DULL.search(lines[index]) or "alloc" in before:  # a line below sees to it that there was memory
            continue
        if not is_c and re.search(r"\b(null|undefined)\b", masks[index]):  # types would tell
            continue
        for kind, new in changes(lines[index], masks[index], before, is_c):
            same = lines[:index].count(lines[index])
            name = "%s-%s" % (area, hash_of(file, lines[index].strip(), new.strip(), same)[:5])
            yield faults.Fault(name, kind, file, index + 1, lines[index], new)


def files_of(tree, area):
    top = FOLDERS.get(area, area)
    for folder, _, names in os.walk(os.path.join(tree, top)):
        for name in names:
            path = os.path.relpath(os.path.join(folder, name), tree)
            if name.endswith(".ts" if area == "web" else ".c") and path not in NOT_CODE and not (
                    area == "table" and path.startswith("table/records/")):
                yield path


class Compiler:
    """Compiles a file as the build does; what comes out is compared by its bytes."""

    def __init__(self, tree, folder):
        self.tree, self.folder = tree, folder
        self.commands, self.plain = {}, {}
        with open(os.path.join(folder, "compile_commands.json"), encoding="utf-8") as file:
            entries = json.load(file)
        for entry in entries:
            path = os.path.relpath(os.path.join(entry["directory"], entry["file"]), tree)
            self.commands.setdefault(path, shlex.split(entry["command"]))

    def output(self, file):
        """The object (or the minified text) of a file as it is now, or None if it does not compile."""
        if file.endswith(".ts"):
            with open(os.path.join(self.tree, file), "rb") as opened:
                done = subprocess.run(["esbuild", "--loader=ts", "--minify"], stdin=opened, capture_output=True, check=False)
            return done.stdout if done.returncode == 0 else None
        if file not in self.commands:
            return None
        words = [word for word in self.commands[file] if word != "-MD"]
        words[words.index("-MQ"):words.index("-MF") + 2] = []
        with tempfile.TemporaryDirectory() as folder:
            words[words.index("-o") + 1] = os.path.join(folder, "object")
            done = subprocess.run(words, cwd=self.folder, capture_output=True, check=False)
            if done.returncode:
                return None
            with open(os.path.join(folder, "object"), "rb") as opened:
                return opened.read()

    def tells(self, fault):
        """Whether a fault compiles, and to something else."""
        if fault.file not in self.plain:
            self.plain[fault.file] = self.output(fault.file)
        with faults.Applied(self.tree, fault):
            output = self.output(fault.file)
        return output is not None and self.plain[fault.file] is not None and output != self.plain[fault.file]


def draw_area(tree, area, count, seed, compiler):
    waiting = {kind: [] for kind in KINDS}
    for file in sorted(files_of(tree, area)):
        for fault in candidates_of(tree, area, file):
            waiting[fault.kind].append(fault)
    for found in waiting.values():
        found.sort(key=lambda fault: hash_of(seed, fault.name))
    turns = sorted(KINDS, key=lambda kind: hash_of(seed, area, kind))
    chosen, places, names = [], set(), set()
    while len(chosen) < count and any(waiting.values()):
        kind = turns.pop(0)
        turns.append(kind)
        while waiting[kind]:
            fault = waiting[kind].pop()
            crowd = sum(other.file == fault.file for other in chosen)
            if crowd >= PER_FILE or (fault.file, fault.line) in places or fault.name in names:
                continue
            names.add(fault.name)
            if fault.name in SKIP or not compiler.tells(fault):
                continue
            places.add((fault.file, fault.line))
            chosen.append(fault)
            break
        if sys.stderr.isatty():
            print("\r\033[K%s: %d of %d" % (area, len(chosen), count), end="", file=sys.stderr, flush=True)
    return sorted(chosen, key=lambda fault: (fault.file, fault.line))


def draw(tree, count, seed, compiler):
    found = []
    for number, area in enumerate(AREAS):
        share = count // len(AREAS) + (number < count % len(AREAS))
        found += draw_area(tree, area, share, seed, compiler)
    if sys.stderr.isatty():
        print("\r\033[K", end="", file=sys.stderr)
    return found
