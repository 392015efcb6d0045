#!/bin/sh
# Runs a command and shows what it printed only if it fails. Ctrl-C is no failure: whoever pressed it knows.
trap 'exit 130' INT
output=$("$@" 2>&1 </dev/null) && exit 0
status=$?
printf '%s\n' "$output" >&2
exit "$status"
