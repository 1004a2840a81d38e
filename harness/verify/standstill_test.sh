#!/bin/bash
# A machine that stands still is no hang of a collective: all processes of a run are stopped for longer
# than a case may take, and go on. $1: tutti; the rest: launcher.
set -euo pipefail
tutti=$1
shift
set -m  # the launch gets a process group of its own
"$@" "$tutti" verify --target reference --time 5s --hang-after 1 --seed 1 >/dev/null &
launch=$!
# Each MPI puts its ranks elsewhere: what descends from the launch is all of it.
descendants() { for child in $(pgrep -P "$1"); do echo "$child"; descendants "$child"; done; }
sleep 2
processes=$(descendants $launch)
# shellcheck disable=SC2086  # one argument for each process
kill -STOP $processes && sleep 3 && kill -CONT $processes
wait $launch
