#!/usr/bin/env bash
# Kills loads into a store at random moments. Each time the store has to open, to be sound, and, once the load was run
# again, to hold what an undisturbed load gives. Every other load is the first of a store, the rest add to one that is
# there.
#
#   Tests/kill-loads.sh TOOL [ROUNDS] [SIZE]
set -euo pipefail

tool=$(realpath "${1:?the tool is missing}")
rounds=${2:-20}
size=${3:-30MB}

work=$(mktemp -d "${TMPDIR:-/tmp}/healthconv-kill.XXXXXX")
trap 'rm -rf "$work"' EXIT
cd "$work"

fail() {
  echo "kill-loads: round $round: $*" >&2
  exit 1
}

now() { date +%s%N; }

"$tool" generate --seed 7 --size "$size" -o export.zip >generated 2>&1
"$tool" convert -q export.zip --type StepCount --type HeartRate -o part.db
cp part.db timed.db
begin=$(now)
"$tool" convert -q export.zip -o whole.db
first=$(($(now) - begin))
begin=$(now)
"$tool" convert -q export.zip -o timed.db
more=$(($(now) - begin))

killed=0
for round in $(seq "$rounds"); do
  rm -f health.db*
  time=$first
  if ((round % 2 == 0)); then
    cp part.db health.db
    time=$more
  fi
  "$tool" convert -q export.zip -o health.db 2>/dev/null &
  load=$!
  # Some are killed behind their end: committing is a moment like any other.
  wait=$((RANDOM * (time / 32768) * 11 / 10))
  sleep "$(printf '%d.%09d' $((wait / 1000000000)) $((wait % 1000000000)))"
  if kill -9 "$load" 2>/dev/null; then killed=$((killed + 1)); fi
  wait "$load" 2>/dev/null || true

  if [ -e health.db ]; then
    "$tool" store check health.db >check 2>&1 || fail "not sound: $(cat check)"
  else
    ((round % 2 == 1)) || fail "the store is gone"
  fi
  "$tool" convert -q export.zip -o health.db || fail "it cannot be loaded again"
  "$tool" store check health.db >check 2>&1 || fail "not sound at the end: $(cat check)"
  "$tool" diff -q health.db whole.db >difference 2>&1 || fail "not what it should be: $(cat difference)"
  # A first load that was killed leaves its file, which the next load removes.
  left=$(find . -name '.?*')
  [ -z "$left" ] || fail "something is left: $left"
done
echo "$rounds loads, $killed of them killed: all stores sound and whole"
