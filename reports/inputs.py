"""Reads all input files of a report, of every kind."""

from dataclasses import dataclass, field
from pathlib import Path

from accesses import is_accesses, parse_accesses
from bad_input import BadInput
from gates import is_gate, parse_gate
from maps import is_map, parse_map
from results import is_result_file, parse_results
from verdicts import parse_json, parse_verdict


@dataclass
class Inputs:
    sections: list = field(default_factory=list)
    verdicts: list = field(default_factory=list)
    gates: list = field(default_factory=list)
    maps: list = field(default_factory=list)
    accesses: list = field(default_factory=list)


def read(paths):
    """Returns the contents of all files, in the given order. A folder stands for the files in it.
    Raises BadInput if any file is invalid."""
    inputs = Inputs()
    for path in expand(paths):
        text = read_text(path)
        if is_map(text):
            inputs.maps.append(parse_map(path, text))
        elif is_result_file(text):
            inputs.sections += parse_results(path, text)
        elif is_accesses(text):
            inputs.accesses += parse_accesses(path, text)
        else:
            content = parse_json(path, text)
            if is_gate(content):
                inputs.gates.append(parse_gate(path, content))
            else:
                inputs.verdicts.append(parse_verdict(path, content))
    return inputs


def expand(paths):
    """Yields the files. What a gate hands from launch to launch is no result."""
    for path in map(Path, paths):
        if path.is_dir():
            of_gate = (path / "gate.json").exists()
            yield from sorted(p for p in path.iterdir() if p.suffix in (".jsonl", ".json", ".map")
                              and not (of_gate and p.name.startswith("covered-")))
        else:
            yield path


def read_text(path):
    try:
        text = path.read_text(encoding="utf-8")
    except OSError as error:
        raise BadInput(path, 1, f"cannot be read ({error.strerror}); expected a file of tutti")
    except UnicodeDecodeError:
        raise BadInput(path, 1, "expected text in UTF-8")
    if not text:
        raise BadInput(path, 1, "expected a file of tutti, this one is empty")
    return text
