"""Reads the line of a case: which MPI functions it calls, on what communicator, and with what.
Fields are mere data here; those that have their usual value are not in the line."""

from dataclasses import dataclass, field

NOT_SHOWN = {"subject", "ranks", "seed", "law"}
WITH_REQUESTS = {"nonblocking", "overlapping"}


@dataclass
class Call:
    function: str  # of MPI, as a program calls it
    collective: str
    fields: dict = field(default_factory=dict)


@dataclass
class CaseLine:
    text: str
    subject: str = "mpi"
    ranks: int = 1
    law: str = ""
    setting: dict = field(default_factory=dict)  # what holds for all calls
    calls: list = field(default_factory=list)

    def collectives(self):
        return list(dict.fromkeys(call.collective for call in self.calls))

    def functions(self):
        return list(dict.fromkeys(call.function for call in self.calls))


def parse_case_line(text):
    """Returns the case, or None if the text is no line of a case."""
    head, *operations = text.split("|")
    words = head.split()
    if len(words) < 2 or words[0] != "tutti-case":
        return None
    fields = fields_of(words[2:])
    ranks = fields.get("ranks", "1")
    case = CaseLine(text, fields.get("subject", "mpi"), int(ranks) if ranks.isdigit() else 1,
                    fields.get("law", ""),
                    {name: value for name, value in fields.items() if name not in NOT_SHOWN})
    for collective, *rest in filter(None, map(str.split, operations)):
        called = fields_of(rest)
        case.calls.append(Call(function_of(collective, called, case), collective, called))
    return case


def fields_of(words):
    return dict(word.partition("=")[::2] for word in words)


def function_of(collective, fields, case):
    """Returns the name of the function, say MPI_Ireduce_scatter_block or MPI_Bcast_init_c."""
    mode = case.setting.get("mode", "blocking")
    forced = case.subject.split(":", 1)[-1].split("/", 1)[0]
    starts = mode in WITH_REQUESTS or forced == f"i{collective}"
    name = f"MPI_I{collective}" if starts else f"MPI_{collective.capitalize()}"
    return (name + ("_init" if mode == "persistent" else "") +
            ("_c" if fields.get("large") == "yes" else ""))
