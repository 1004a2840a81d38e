"""The findings on the page: a card for each, with what was called, expected and got, and how to see
it again."""

from hashlib import sha1
from html import escape

from html_text import Markup, code, details, filter_attributes, plural, table
from findings import NOT_TRIED

UNFOLDED_MAX, UNFOLDED_OF_MANY = 8, 3  # cards that are open from the start
DIFFERENCES_SHOWN = 6
GIST_MAX, VALUES_MAX = 150, 12
NO_BREAK = "\u00a0"
BAD_SYMPTOMS = ("crash", "hang", "memory damage", "wrong result", "wrong", "leak")


def cards(findings, unfolded):
    """Returns a card for each finding, unfolded if there are few: of many, the first ones are."""
    count = len(findings) if len(findings) <= UNFOLDED_MAX else UNFOLDED_OF_MANY
    return "\n".join(card(each, unfolded and place < count) for place, each in enumerate(findings))


def card(finding, unfolded):
    body = [called(finding), outcome(finding)]
    body += [part("Note", f"<p>{escape(note)}</p>") for note in finding.notes]
    body += [fault_class(finding), replay(finding), link(finding), program(finding)]
    about = filter_attributes(finding.library, finding.collectives())
    return (f'<details class="finding {finding.status}" id="{identifier(finding)}"{about}'
            f'{" open" if unfolded else ""}><summary>{summary(finding)}</summary>'
            f'<div class="body">{"".join(filter(None, body))}</div></details>')


def identifier(finding):
    """Returns a name that stays the same from page to page."""
    told = finding.case.text if finding.case else "\n".join(finding.what)
    text = "\n".join([finding.library, finding.status, told, finding.reason])
    return "f-" + sha1(text.encode()).hexdigest()[:10]


def summary(finding):
    kind = "bad" if finding.symptom() in BAD_SYMPTOMS else "other"
    subject = f" {code(finding.subject())}" if finding.subject() else ""
    ranks = ranks_text(finding.ranks).replace(" rank", NO_BREAK + "rank")
    origin = " · ".join([finding.library, ", ".join(finding.targets), ranks])
    line = finding.reason if finding.status != "new" else ""
    shown = f'<span class="reason">{escape(line)}</span>' if line else \
        f'<span class="gist">{escape(clipped(gist(finding), GIST_MAX))}</span>'
    return (f'<span class="symptom {kind}">{escape(finding.symptom())}</span>'
            f"<h3>{escape(title(finding))}{subject}</h3>"
            f'<span class="origin">{escape(origin)}</span>{shown}')


def title(finding):
    if finding.operators:
        return f"MPI_Reduce_local with {plural(len(finding.what), 'operator')}"
    if not finding.case:
        return "A whole launch"
    if finding.case.law:
        return f"Law {finding.case.law.replace('_', ' ')}"
    return ", ".join(finding.case.functions())


def ranks_text(ranks):
    listed = ", ".join(map(str, ranks[:-1]))
    return f"{listed} and {ranks[-1]} ranks" if listed else plural(ranks[0], "rank")


def gist(finding):
    """Says in one line what went wrong."""
    seen = finding.differences()
    if not seen:
        return ""
    if finding.operators:
        return "; ".join(each.where for each in seen)
    first = seen[0]
    ended = first.fault in ("crash", "hang") or not first.expected
    what = first.got if ended else f"expected {first.expected}, got {first.got}"
    return f"{where(first)}: {what}" if where(first) else what


def named_ranks(ranks):
    return f"rank{'s' if len(ranks) > 1 else ''} {listed_ranks(ranks)}" if ranks else ""


def listed_ranks(ranks):
    """Says 0–3, 7 for 0, 1, 2, 3 and 7."""
    runs = []
    for rank in sorted(ranks):
        if runs and rank == runs[-1][-1] + 1:
            runs[-1].append(rank)
        else:
            runs.append([rank])
    return ", ".join(str(run[0]) if len(run) == 1 else f"{run[0]}–{run[-1]}" for run in runs)


def clipped(text, most):
    return text if len(text) <= most else text[:most - 1].rstrip() + "…"




def called(finding):
    """Lists the calls with what is unusual about them."""
    case = finding.case
    if not case:
        return ""
    calls = "".join(f"<li>{code(call.function)} {arguments(call.fields)}</li>"
                    for call in case.calls)
    setting = arguments(case.setting)
    where = f"on {plural(case.ranks, 'rank')}" + (f", {setting}" if setting else "")
    kind = "calls one" if len(case.calls) < 2 else "calls"
    return part("Called", f'<ol class="{kind}">{calls}</ol><p class="setting">{where}</p>')


def arguments(fields):
    return " ".join(f'<span class="argument">{argument(name, value)}</span>'
                    for name, value in fields.items())


def argument(name, value):
    name = escape(name.replace("_", " "))
    values = value.split(",")
    if len(values) > VALUES_MAX:
        value = ", ".join(values[:VALUES_MAX]) + f", … {len(values)} in all"
    elif len(values) > 1:
        value = ", ".join(values)
    return name if value == "yes" else f"{name} <b>{escape(value)}</b>"


def outcome(finding):
    """Shows what was expected beside what came."""
    if finding.was_not_tried():
        told = " ".join(finding.what).removeprefix(NOT_TRIED)
        return part("Outcome", f"<p>Not tried here{': ' + escape(told) if told else ''}.</p>")
    if finding.status == "fixed":
        return part("Outcome", "<p>Its case does not fail any more.</p>")
    seen = finding.differences()
    if not seen:
        return ""
    told = [each for each in seen if each.expected or each.fault]
    free = [each.got for each in seen if not (each.expected or each.fault)]
    shown, more = told[:DIFFERENCES_SHOWN], told[DIFFERENCES_SHOWN:]
    listed = differences_table(shown) if shown else ""
    if more:
        listed += details(plural(len(more), "more difference"), differences_table(more), "more")
    said = "".join(f'<pre class="told">{escape(text)}</pre>' for text in free)
    return part("Outcome", listed + said)


def part(heading, content):
    return f'<div class="part"><h4>{heading}</h4><div>{content}</div></div>'


def differences_table(rows):
    return table(["where", "expected", "got"], [
        [Markup(escape(where(each)) or "–"), Markup(value(each.expected, "better")),
         Markup(value(each.got, "worse" if each.fault else "") + more_text(each))]
        for each in rows], kind="differences")


def where(difference):
    return ", ".join(filter(None, [named_ranks(difference.ranks), difference.where]))


def value(text, sign):
    return f'<span class="{f"value {sign}".strip()}">{escape(text)}</span>' if text else "–"


def more_text(difference):
    return f' <span class="soft">and {difference.more} more</span>' if difference.more else ""


def replay(finding):
    if not finding.case:
        return ""
    command = f"mpiexec -n {finding.case.ranks} tutti verify --replay '{finding.case.text}'"
    return part("Replay", copyable(command))


def program(finding):
    if not finding.c_program:
        return ""
    lines = plural(finding.c_program.count("\n") + 1, "line")
    return details(f"C program of MPI calls, {lines}", copyable(finding.c_program, "program"),
                   "more")


def copyable(text, kind="command"):
    """Returns text in a box, to which the script of the page adds the button that copies it."""
    return (f'<div class="copyable {kind}"><pre class="scroll" tabindex="0">'
            f"<code>{escape(text)}</code></pre></div>")


def fault_class(finding):
    return part("Class", code(finding.fault_class)) if finding.fault_class else ""


def link(finding):
    return f'<p class="permalink"><a href="#{identifier(finding)}">Link to this finding</a></p>'
