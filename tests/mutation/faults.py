"""faults -- the list of faults: how it is written, and where a fault belongs in a tree.

A fault is three lines of faults.txt: its id, kind and place, the old line, and the new line.

    core-1f3a2 comparison core/deal.c:57
    -    if (a < b) return 0;
    +    if (a <= b) return 0;
"""
import dataclasses
import os


@dataclasses.dataclass(frozen=True)
class Fault:
    name: str  # 'core-1f3a2'
    kind: str
    file: str
    line: int  # counted from 1
    old: str
    new: str

    @property
    def area(self):
        return self.name.rpartition("-")[0]

    def text(self):
        return "%s %s %s:%d\n-%s\n+%s\n" % (self.name, self.kind, self.file, self.line, self.old, self.new)

    def index_in(self, lines):
        """The index of the old line: where the list says, else the nearest that is the same; or None."""
        same = [i for i, line in enumerate(lines) if line == self.old]
        return min(same, key=lambda i: abs(i - (self.line - 1)), default=None)

    def changed(self, text):
        """A file's text with the fault in it, or None if the old line is not there."""
        lines = text.split("\n")
        index = self.index_in(lines)
        if index is None:
            return None
        lines[index] = self.new
        return "\n".join(lines)


def read(path):
    with open(path, encoding="utf-8") as file:
        lines = [line.rstrip("\n") for line in file if not line.startswith("#")]
    lines = lines[:len(lines) - len(lines) % 3]
    found = []
    for head, old, new in zip(lines[0::3], lines[1::3], lines[2::3]):
        name, kind, place = head.split()
        file, _, line = place.rpartition(":")
        found.append(Fault(name, kind, file, int(line), old[1:], new[1:]))
    return found


class Applied:
    """A fault in a tree, for as long as a 'with' lasts; 'found' is false if its old line is not there."""

    def __init__(self, tree, fault):
        self.path, self.fault = os.path.join(tree, fault.file), fault
        self.text, self.found = None, False

    def __enter__(self):
        if os.path.exists(self.path):
            with open(self.path, encoding="utf-8", newline="") as file:
                self.text = file.read()
            changed = self.fault.changed(self.text)
            if changed is not None:
                self.found = True
                self.write(changed)
        return self

    def __exit__(self, *_):
        if self.found:
            self.write(self.text)

    def write(self, text):
        with open(self.path, "w", encoding="utf-8", newline="") as file:
            file.write(text)
