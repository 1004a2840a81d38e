#!/usr/bin/python3
"""Makes one self-contained HTML page, and its figures as files beside it, from results of tutti.

Exit status: 0 on success, 2 for invalid input, 3 if matplotlib is missing.
"""

import argparse
import json
import sys
from pathlib import Path

from bad_input import BadInput
from inputs import read

BAD_INPUT, COULD_NOT_RUN = 2, 3


def arguments():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("results", nargs="+",
                        help="result files, JSON of verify, maps, traces of accesses, or folders of them")
    parser.add_argument("--out", default="report.html", help="the page to write")
    parser.add_argument("--json", action="store_true", help="say what was read and written as JSON")
    return parser.parse_args()


def build_page(inputs, gallery):
    from html_text import page
    from sections import SECTIONS, overview
    sections = []
    for identifier, heading, explanation, make in SECTIONS:
        content = make(inputs, gallery)
        if content:
            sections.append((identifier, heading, f'<p class="soft">{explanation}</p>{content}'))
    style = (Path(__file__).parent / "style.css").read_text(encoding="utf-8")
    return page("tutti report", overview(inputs), sections, style)


def summary(inputs):
    """Yields summary lines for the terminal."""
    for content in (verdict.content for verdict in inputs.verdicts):
        yield (f"{content['library']}, {content['target']}: {content['cases']} cases, "
               f"{content['failures']} failures, {content['findings']} findings")
    for loaded in inputs.maps:
        yield f"{loaded.path}: {len(loaded.rules)} rows"


def write_whole(path, text):
    """Writes a file atomically, so that it is complete or absent."""
    path.parent.mkdir(parents=True, exist_ok=True)
    draft = path.with_name(path.name + ".new")
    draft.write_text(text, encoding="utf-8")
    draft.replace(path)


def main():
    options = arguments()
    try:
        inputs = read(options.results)
        from figures import Gallery
    except BadInput as error:
        print(f"tutti: {error}", file=sys.stderr)
        return BAD_INPUT
    except ImportError as error:
        print(f"tutti: {error}; report needs Debian's python3-matplotlib", file=sys.stderr)
        return COULD_NOT_RUN
    out = Path(options.out)
    gallery = Gallery(out.with_name(out.stem + "-figures"))
    write_whole(out, gallery.draw_on(build_page(inputs, gallery)))
    if options.json:
        print(json.dumps({"page": str(out), "figures": gallery.files}, indent=2))
    else:
        print("\n".join(summary(inputs)))
        print(f"wrote {out}, and {len(gallery.files)} figure files in {gallery.folder}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
