#!/bin/bash
# Checks that a machine that stands still is not reported as a hang: all processes of a run are stopped for
# longer than the hang limit, and then continue. Usage: standstill_test.sh TUTTI MPIEXEC...
set -euo pipefail
tutti=$1
shift
set -m  # gives the launch its own process group
"$@" "$tutti" verify --target reference --time 5s --hang-after 1 --seed 1 >/dev/null &
launch=$!
# The position of the ranks in the process tree differs between MPI libraries, hence all descendants are
# stopped.
descendants() { for child in $(pgrep -P "$1"); do echo "$child"; descendants "$child"; done; }
sleep 2
processes=$(descendants $launch)
[ -n "$processes" ] || { echo "the launch has no processes" >&2; exit 1; }
# shellcheck disable=SC2086  # one argument for each process
kill -STOP $processes
sleep 3
# shellcheck disable=SC2086
kill -CONT $processes
wait $launch
