#!/bin/sh
# Runs a command and shows its output only if it fails. Ctrl-C does not count as a failure: whoever pressed it knows.
trap 'exit 130' INT
output=$("$@" 2>&1 </dev/null) && exit 0
status=$?
printf '%s\n' "$output" >&2
exit "$status"
