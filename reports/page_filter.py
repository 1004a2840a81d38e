"""What the page is about: libraries and collectives, among which its filter can choose."""

from findings import short_library
from html_text import filter_form
from times import library_of


def libraries_of(inputs):
    named = {short_library(each.content["library"]) for each in inputs.verdicts + inputs.gates}
    named |= {short_library(loaded.library) for loaded in inputs.maps}
    named |= {library_of(section) for section in inputs.sections}
    return sorted(named)


def collectives_of(inputs, found):
    named = {collective for each in found for collective in each.collectives()}
    named |= {rule.collective for loaded in inputs.maps for rule in loaded.rules}
    for section in inputs.sections:
        rows = section.measurements + section.validations + section.expectations
        named.update(row["collective"] for row in rows)
    return sorted(named)


def title(inputs):
    libraries = libraries_of(inputs)
    if not libraries:
        return "tutti report"
    listed = ", ".join(libraries[:-1])
    return f"Report on {listed} and {libraries[-1]}" if listed else f"Report on {libraries[-1]}"


def filter_of(inputs, found):
    return filter_form(libraries_of(inputs), collectives_of(inputs, found))
