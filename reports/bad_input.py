"""The error for invalid input files, and checks that several readers share."""


class BadInput(Exception):
    """An invalid input file. The message is one line: file, line, what was expected."""

    def __init__(self, path, line, expected):
        super().__init__(f"{path}:{line}: {expected}")


def require(path, number, row, fields):
    """Raises BadInput unless the row has all of the fields {name: type or types}."""
    for name, kind in fields.items():
        if not isinstance(row, dict) or not holds(row.get(name), kind):
            raise BadInput(path, number, f"expected the field '{name}' with {describe(kind)}")


def holds(value, kind):
    if isinstance(value, bool) or kind is bool:
        return isinstance(value, bool) and kind is bool
    return isinstance(value, (int, float) if kind is float else kind)


def describe(kind):
    names = {str: "text", int: "a whole number", float: "a number", list: "a list",
             dict: "an object", bool: "true or false"}
    return " or ".join(names[k] for k in (kind if isinstance(kind, tuple) else (kind,)))
