"""Builds small pieces of HTML. All text from files is escaped here."""

from html import escape


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


def number(value):
    if isinstance(value, int):
        return str(value)
    return f"{value:.3g}" if value < 1000 else f"{value:.0f}"


def table(columns, rows, caption=""):
    """Returns a table, which scrolls by itself if the page is narrow."""
    rows = list(rows)
    head = "".join(map(heading, columns, rows[0] if rows else [""] * len(columns)))
    body = "\n".join("<tr>" + "".join(map(cell, row)) + "</tr>" for row in rows)
    title = f"<caption>{escape(caption)}</caption>" if caption else ""
    return (f'<div class="scroll"><table>{title}<thead><tr>{head}</tr></thead>\n'
            f"<tbody>{body}</tbody></table></div>")


def details(title, content, kind=""):
    """Returns what can be unfolded; its kind is a class of the style."""
    named = f' class="{kind}"' if kind else ""
    return f"<details{named}><summary>{escape(title)}</summary>{content}</details>"


def figures(svgs, wide=False):
    inner = "\n".join(f"<figure>{svg}</figure>" for svg in svgs)
    return f'<div class="figures{" wide" if wide else ""}">{inner}</div>'


def facts(pairs):
    inner = "".join(f"<div><dt>{escape(name)}</dt><dd>{escape(str(value))}</dd></div>"
                    for name, value in pairs)
    return f'<dl class="facts">{inner}</dl>'


def page(title, introduction, sections, style):
    """Returns a self-contained page. Sections are (identifier, heading, content)."""
    links = "".join(f'<li><a href="#{identifier}">{escape(heading)}</a></li>'
                    for identifier, heading, _ in sections)
    body = "\n".join(f'<section id="{identifier}"><h2>{escape(heading)}</h2>\n{content}</section>'
                     for identifier, heading, content in sections)
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
<header><h1>{escape(title)}</h1>
{introduction}
<nav aria-label="Contents"><ul>{links}</ul></nav></header>
<main>
{body}
</main>
</body>
</html>
"""
