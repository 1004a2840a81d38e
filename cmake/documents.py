"""Writes the manual page and the bash completion of a program of tutti, from its own description.

documents.py PROGRAM NAME VERSION LIBRARIES --manual FILE --completion FILE

PROGRAM is run with --describe. It will be installed as NAME, and the library that it preloads in the folder LIBRARIES
below the prefix. The manual page is compressed.
"""

import argparse
import gzip
import json
import os
import subprocess

AFTER_THE_VERBS = r"""
.SH EXIT STATUS
.TP
.B 0
It holds.
.TP
.B 1
It falls short: a finding, a row that is worse.
.TP
.B 2
Bad usage, with one line that says what was expected.
.TP
.B 3
It could not run, since something is missing;
.B NAME doctor
says what.
.SH ENVIRONMENT
.TP
.B TUTTI_MPIEXEC
What launches programs, with its options, where tutti launches them itself.
.SH FILES
.TP
.I PREFIX/FOLDER/libNAME.so
What is preloaded into programs (LD_PRELOAD); libtutti\-overlap\-*.so beside it also lets collectives return early.
.TP
.I /etc/tutti/libNAME.map
The selection map that it uses where TUTTI_MAP is not set; for a prefix other than /usr, below its folder etc.
"""


def roff(text):
    """Returns the text, quoted so that roff prints it unchanged."""
    text = text.replace("\\", "\\e").replace("-", "\\-").replace("'", "\\(aq")
    return "\n".join("\\&" + line if line.startswith(".") else line for line in text.split("\n"))


def option_entry(option):
    """Returns the tagged paragraph of one option, or operand."""
    value = "\\fI" + roff(option["value"]) + "\\fR" if option["value"] else ""
    names = ", ".join("\\fB" + roff(name) + "\\fR" for name in option["names"])
    said = [option["text"] + "."] if option["text"] else []
    if option["choices"]:
        said.append("One of " + ", ".join(option["choices"]) + ".")
    if option["default"]:
        said.append("Default: " + option["default"] + ".")
    if option["required"]:
        said.append("Required.")
    return ".TP\n" + " ".join(filter(None, [names, value])) + "\n" + roff(" ".join(said)) + "\n"


def operands(verb):
    """Returns the operands of a verb, as they appear in a command line."""
    return "".join(" \\fI" + roff(option["value"]) + "\\fR" for option in verb["options"] if not option["names"])


def manual_page(name, version, libraries, program):
    """Returns the manual page in roff."""
    page = f'.TH {name.upper()} 1 "" "tutti {version}" "User Commands"\n'
    page += f".SH NAME\n{roff(name)} \\- {roff(program['summary'].rstrip('.').lower())}\n"
    page += f".SH SYNOPSIS\n.B {roff(name)}\n.I verb\n[\\fIoption\\fR...]\n.SH OPTIONS\n"
    page += "".join(map(option_entry, program["options"]))
    page += ".SH VERBS\n"
    for verb in program["verbs"]:
        page += f".SS {roff(name)} {roff(verb['name'])} [\\fIoption\\fR...]{operands(verb)}\n{roff(verb['summary'])}\n"
        page += "".join(map(option_entry, verb["options"]))
    return page + roff_after(name, libraries)


def roff_after(name, libraries):
    """Returns the sections after the verbs, which are the same for each program."""
    return AFTER_THE_VERBS.lstrip("\n").replace("FOLDER", roff(libraries)).replace("NAME", roff(name))


def words(values):
    return " ".join(values)


def completion_of_verb(verb):
    """Returns the case of a verb: it offers the choices of the preceding option, or else the options' names."""
    lines = [f"    {verb['name']})"]
    chosen = [option for option in verb["options"] if option["choices"]]
    if chosen:
        lines.append('      case "$before" in')
        for option in chosen:
            lines.append(f"        {'|'.join(option['names'])}) offered=\"{words(option['choices'])}\"; return ;;")
        lines.append("      esac")
    names = [name for option in verb["options"] for name in option["names"]]
    lines += [f'      offered="{words(names)}"', "      ;;"]
    return "\n".join(lines)


def completion(name, program):
    """Returns the completion file: it offers verbs first, then the verb's options, and files if nothing else fits."""
    function = "_" + name.replace("-", "_")
    verbs = words(verb["name"] for verb in program["verbs"])
    names = words(name for option in program["options"] for name in option["names"])
    per_verb = "\n".join(map(completion_of_verb, program["verbs"]))
    return f"""# Completion of {name} for bash.
{function}_offer() {{
  local before=${{COMP_WORDS[COMP_CWORD - 1]}}
  if [ "$COMP_CWORD" -le 1 ]; then offered="{verbs} {names}"; return; fi
  case ${{COMP_WORDS[1]}} in
{per_verb}
  esac
}}

{function}() {{
  local word=${{COMP_WORDS[COMP_CWORD]}} offered=""
  {function}_offer
  mapfile -t COMPREPLY < <(compgen -W "$offered" -- "$word")
}}

complete -o default -F {function} {name}
"""


def main():
    parser = argparse.ArgumentParser()
    for argument in ("program", "name", "version", "libraries", "--manual", "--completion"):
        parser.add_argument(argument)
    options = parser.parse_args()
    variables = {name: value for name, value in os.environ.items() if not name.startswith("TUTTI_")}
    said = subprocess.run([options.program, "--describe"], check=True, stdout=subprocess.PIPE, env=variables).stdout
    program = json.loads(said)
    page = manual_page(options.name, options.version, options.libraries, program).encode()
    with open(options.manual, "wb") as file:
        file.write(gzip.compress(page, mtime=0))
    with open(options.completion, "w", encoding="utf-8") as file:
        file.write(completion(options.name, program))


if __name__ == "__main__":
    main()
