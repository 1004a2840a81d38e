#!/usr/bin/python3
"""Makes one self-contained HTML page, and its figures as files beside it, from results of tutti.

Exit status: 0 on success, 2 for invalid input, 3 if matplotlib is missing.
"""

import argparse
import json
import sys
from pathlib import Path

from acceptance import FILE, is_acceptance, read_acceptance
from bad_input import BadInput
from inputs import read

BAD_INPUT, COULD_NOT_RUN = 2, 3


def arguments():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("results", nargs="+",
                        help="result files, JSON of verify and gate, maps, traces of accesses, or "
                             "folders of them; or one result directory of accept")
    parser.add_argument("--before", metavar="DIR",
                        help="the result directory of an earlier acceptance run, to compare with")
    parser.add_argument("--out", default="report.html", help="the page to write")
    parser.add_argument("--json", action="store_true", help="say what was read and written as JSON")
    return parser.parse_args()


def build_page(inputs, gallery):
    import sections
    import verification_parts
    from findings import findings_of
    from html_text import page
    from results_overview import overview
    from page_filter import filter_of, title
    found = findings_of(inputs)
    parts = verification_parts.parts(inputs, found) + sections.parts(inputs, gallery)
    return page(title(inputs), overview(inputs, found), parts, text_of("style.css"),
                text_of("page.js"), filter_of(inputs, found))


def build_acceptance_page(run, before, gallery):
    from acceptance_overview import overview
    from acceptance_sections import sections
    from html_text import page
    return page(f"Acceptance of {run.headers[0]['machine']}", overview(run),
                sections(run, before, gallery), text_of("style.css", "acceptance.css"),
                text_of("page.js"))


def text_of(*names):
    return "\n".join((Path(__file__).parent / name).read_text(encoding="utf-8") for name in names)


def summary(inputs):
    """Yields summary lines for the terminal."""
    from findings import short_library
    for content in (verdict.content for verdict in inputs.verdicts):
        yield (f"{short_library(content['library'])}, {content['target']}: "
               f"{content['cases']} cases, {content['failures']} failures, "
               f"{content['findings']} findings")
    for content in (gate.content for gate in inputs.gates):
        yield (f"{short_library(content['library'])}: {content['verdict']}, "
               f"{len(content['findings'])} findings")
    for loaded in inputs.maps:
        yield f"{loaded.path}: {len(loaded.rules)} rows"


def acceptance_summary(run):
    """Yields summary lines of an acceptance run for the terminal."""
    from judgement import headline, slow, slowness
    verdict, reason = headline(run)
    yield f"{verdict}: {reason}" if reason else verdict
    for found in slow(run):
        yield f"{found.where()}: {slowness(run, found)}"


def read_runs(options):
    """Returns the acceptance run and the earlier one; None for what is not asked for."""
    runs = [path for path in options.results if is_acceptance(path)]
    if len(runs) > 1 or (runs and len(options.results) > 1):
        raise BadInput(runs[-1], 1, "expected one result directory of accept, and nothing beside "
                                    "it; an earlier one goes to --before")
    if not runs and options.before:
        raise BadInput(options.results[0], 1, f"expected a directory with {FILE}, since --before "
                                              "compares acceptance runs")
    return [read_acceptance(path) if path else None
            for path in (runs[0] if runs else None, options.before)]


def write_whole(path, text):
    """Writes a file atomically, so that it is complete or absent."""
    path.parent.mkdir(parents=True, exist_ok=True)
    draft = path.with_name(path.name + ".new")
    draft.write_text(text, encoding="utf-8")
    draft.replace(path)


def main():
    options = arguments()
    try:
        run, before = read_runs(options)
        inputs = None if run else read(options.results)
        from figures import Gallery
    except BadInput as error:
        print(f"tutti: {error}", file=sys.stderr)
        return BAD_INPUT
    except ImportError as error:
        print(f"tutti: {error}; report needs Debian's python3-matplotlib", file=sys.stderr)
        return COULD_NOT_RUN
    out = Path(options.out)
    gallery = Gallery(out.with_name(out.stem + "-figures"))
    built = build_acceptance_page(run, before, gallery) if run else build_page(inputs, gallery)
    write_whole(out, gallery.draw_on(built))
    if options.json:
        print(json.dumps({"page": str(out), "figures": gallery.files}, indent=2))
    else:
        print("\n".join(acceptance_summary(run) if run else summary(inputs)))
        print(f"wrote {out}, and {len(gallery.files)} figure files in {gallery.folder}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
