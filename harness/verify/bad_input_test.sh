#!/bin/sh
# Checks that `tutti verify` ends at once on bad input, with one line and exit status 2. Usage:
# bad_input_test.sh TUTTI MPIEXEC...
tutti=$1
shift
folder=$(mktemp -d)
trap 'rm -r "$folder"' EXIT
failed=0

expect_refusal() {
  words=$1
  shift
  timeout 60 "$@" >"$folder/out" 2>&1
  status=$?
  lines=$(grep -c '^tutti: ' "$folder/out")
  if [ "$status" != 2 ] || [ "$lines" != 1 ] || ! grep -q -e "$words" "$folder/out"; then
    echo "FAILED: $* gave status $status and:"
    cat "$folder/out"
    failed=1
  fi
}

printf 'tutti-case 1 | barrier\ntutti-case 1 | bcast cou' >"$folder/cut"
printf 'tutti-case 7 | barrier\n' >"$folder/version"

expect_refusal '--target' "$@" "$tutti" verify --target nonsense
expect_refusal '--collective' "$@" "$tutti" verify --collective nonsense
expect_refusal '--nonsense' "$@" "$tutti" verify --nonsense
expect_refusal '--cases' "$@" "$tutti" verify --cases 0
expect_refusal '--time' "$@" "$tutti" verify --time soon
expect_refusal 'nonsense' "$@" "$tutti" verify --target reference --protocol nonsense
expect_refusal 'cut:2: ' "$@" "$tutti" verify --replay "$folder/cut"
expect_refusal 'version:1: ' "$@" "$tutti" verify --replay "$folder/version"
expect_refusal 'missing' "$@" "$tutti" verify --replay "$folder/missing"
expect_refusal 'nonsense' "$@" "$tutti" verify --replay 'tutti-case 1 subject=nonsense | barrier'
expect_refusal 'ranks' "$@" "$tutti" verify --replay 'tutti-case 1 subject=mpi ranks=9 | barrier'
expect_refusal 'no/such' "$@" "$tutti" verify --target reference --cases 1 --junit no/such/file
expect_refusal 'as-c: ' "$tutti" verify --as-c "$folder/case.c"
expect_refusal 'as-c: cannot write a law yet' "$tutti" verify --as-c "$folder/case.c" --replay 'tutti-case 1 law=gather_undoes_scatter | allreduce counts=1 op=sum'
expect_refusal 'reference' "$tutti" verify --as-c "$folder/case.c" --replay 'tutti-case 1 subject=reference | barrier'
[ ! -e "$folder/case.c" ] || { echo "FAILED: wrote a program that was refused"; failed=1; }
exit $failed
