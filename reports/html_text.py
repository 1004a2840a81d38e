"""Builds small pieces of HTML. All text from files is escaped here."""

from html import escape
from typing import NamedTuple, Optional


def code(text):
    return f"<code>{escape(str(text))}</code>"


def cell(value):
    """Returns a table cell. Numbers are right-aligned; text that is already HTML is Markup."""
    if isinstance(value, Markup):
        return f"<td>{value}</td>"
    if isinstance(value, Aligned):
        return f'<td class="number">{escape(value)}</td>'
    if isinstance(value, (int, float)):
        return f'<td class="number">{number(value)}</td>'
    return f"<td>{escape(str(value))}</td>"


def heading(column, first_value):
    """Returns the heading of a column, aligned like the cells below it."""
    side = ' class="number"' if isinstance(first_value, (int, float, Aligned)) else ""
    return f'<th scope="col"{side}>{escape(column)}</th>'


class Markup(str):
    """Text that is already HTML."""


class Aligned(str):
    """Text that is a number with its unit, and is right-aligned like a number."""


class Row(list):
    """Cells of a row that the filter of the page can hide."""

    def __init__(self, cells, library="", collectives=()):
        super().__init__(cells)
        self.attributes = filter_attributes(library, collectives)


class Filtered(str):
    """HTML that the filter of the page can hide, as part of what it stands in."""

    def __new__(cls, text, library="", collectives=()):
        made = super().__new__(cls, text)
        made.attributes = filter_attributes(library, collectives)
        return made


class Part(NamedTuple):
    """A section of the page. The count stands beside its heading in the table of contents."""

    identifier: str
    heading: str
    content: str
    count: Optional[int] = None


def filter_attributes(library="", collectives=()):
    """Returns the attributes by which the filter of the page knows what something is about."""
    named = {"library": library, "collective": " ".join(collectives)}
    return "".join(f' data-{name}="{escape(value)}"' for name, value in named.items() if value)


def attributes_of(item):
    return getattr(item, "attributes", "")


def plural(count, noun):
    ending = "" if count == 1 else "es" if noun.endswith("ch") else "s"
    return f"{count:,} {noun}{ending}"


def number(value):
    if isinstance(value, int):
        return str(value)
    return f"{value:.3g}" if value < 1000 else f"{value:.0f}"


def table(columns, rows, caption="", kind=""):
    """Returns a table, which scrolls by itself if the page is narrow. Its kind is a class of the
    style."""
    rows = list(rows)
    head = "".join(map(heading, columns, rows[0] if rows else [""] * len(columns)))
    body = "\n".join(f"<tr{attributes_of(row)}>{''.join(map(cell, row))}</tr>" for row in rows)
    title = f"<caption>{escape(caption)}</caption>" if caption else ""
    return (f'<div class="scroll"><table{class_attribute(kind)}>{title}'
            f"<thead><tr>{head}</tr></thead>\n<tbody>{body}</tbody></table></div>")


def class_attribute(kind):
    return f' class="{kind}"' if kind else ""


def details(title, content, kind="", attributes=""):
    """Returns what can be unfolded; its kind is a class of the style."""
    return (f"<details{class_attribute(kind)}{attributes}><summary>{escape(title)}</summary>"
            f"{content}</details>")


def figures(svgs, size=""):
    """Returns figures side by side. Their size is a class of the style, `wide` or `small`."""
    inner = "\n".join(f"<figure{attributes_of(svg)}>{svg}</figure>" for svg in svgs)
    return f'<div class="{f"figures {size}".strip()}">{inner}</div>'


def facts(pairs):
    inner = "".join(f"<div><dt>{escape(name)}</dt><dd>{escape(str(value))}</dd></div>"
                    for name, value in pairs)
    return f'<dl class="facts">{inner}</dl>'


def headline(kind, sign, words, lines):
    """Returns the verdict at the top of a page, with lines of HTML below it. Its kind is a class of
    the style."""
    inner = "".join(f"<p>{line}</p>" for line in lines)
    return (f'<div class="headline {kind}"><p class="verdict">'
            f'<span aria-hidden="true">{sign}</span> {escape(words)}</p>{inner}</div>')


def choice(name, label, values):
    """Returns a field of the filter; empty if there is nothing to choose from."""
    if len(values) < 2:
        return ""
    options = "".join(f'<option value="{escape(value)}">{escape(value)}</option>'
                      for value in values)
    return (f'<label>{escape(label)}<select name="{name}"><option value="">all</option>{options}'
            "</select></label>")


def filter_form(libraries, collectives):
    """Returns the filter, which only the script of the page shows; empty if nothing can be
    chosen."""
    fields = (choice("library", "Library", libraries) +
              choice("collective", "Collective", collectives))
    return f'<form class="filter" aria-label="Filter" hidden>{fields}</form>' if fields else ""


def contents_entry(part):
    count = "" if part.count is None else f'<span class="count">{part.count:,}</span>'
    return f'<li><a href="#{part.identifier}"><span>{escape(part.heading)}</span>{count}</a></li>'


def page(title, introduction, parts, style, script="", filter_fields=""):
    """Returns a self-contained page of parts (identifier, heading, content, and perhaps count)."""
    parts = [Part(*part) for part in parts]
    links = "".join(map(contents_entry, parts))
    body = "\n".join(f'<section id="{part.identifier}"><h2>{escape(part.heading)}</h2>\n'
                     f"{part.content}</section>" for part in parts)
    return f"""<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>{escape(title)}</title>
<style>
{style}</style>
</head>
<body>
<a class="skip" href="#main">Skip to the content</a>
<aside><nav aria-label="Contents"><ul class="scroll">{links}</ul></nav>
{filter_fields}</aside>
<div class="page">
<header><h1>{escape(title)}</h1>
{introduction}</header>
<main id="main">
{body}
</main>
</div>
<script>
{script}</script>
</body>
</html>
"""
