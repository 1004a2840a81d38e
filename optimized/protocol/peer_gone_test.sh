#!/bin/bash
# Checks that the death of a rank becomes an error on every other rank, never a hang. $1: the
# program; the rest: a launcher. A launcher ends all ranks once one has died, so a shell runs each
# rank and waits until the others have written their errors.
set -euo pipefail
program=$1
shift
said=$(mktemp -d)
trap 'rm -rf "$said"' EXIT
export said

# shellcheck disable=SC2016  # for the shell of each rank
stand_in='"$@" "$said"; for _ in {1..150}; do [ "$(ls "$said" | wc -l)" = 2 ] && break; sleep 0.1; done'
while read -r protocol count; do
  rm -f "$said"/*
  "$@" -n 3 bash -c "$stand_in" bash "$program" "$protocol" "$count" >/dev/null 2>&1 </dev/null || true
  if [ "$(cat "$said"/* | grep -c "^rank [0-2] of 3: ")" != 2 ]; then
    echo "$protocol, $count elements: expected two ranks to say who has gone, but they said:" >&2
    cat "$said"/* >&2
    exit 1
  fi
  # A rank that has left after its error may be missed by the other one, but one has missed the rank that died.
  if ! grep -qs "^rank 2 of 3: " "$said"/*; then
    echo "$protocol, $count elements: expected rank 2 to be named as gone, but they said:" >&2
    cat "$said"/* >&2
    exit 1
  fi
done <<'END'
barrier/dissemination:active 0
bcast/flat:active:eager 10
bcast/chain:active 1000000
allreduce/ring:active:get 1000000
reduce/binomial:active:put 1000000
allgather/bruck:active:rendezvous 100000
END
