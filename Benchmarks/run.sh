#!/usr/bin/env bash
# Measures a whole conversion against a bare parse of the same file by libxml2. See README.md.
#
#   Benchmarks/run.sh [--size 300MB] [--runs 5] [--in FOLDER]
set -euo pipefail

size=300MB
runs=5
folder=
while [ $# -gt 0 ]; do
  case "$1" in
    --size) size=${2:?} && shift 2 ;;
    --runs) runs=${2:?} && shift 2 ;;
    --in) folder=${2:?} && shift 2 ;;
    *)
      echo "usage: Benchmarks/run.sh [--size 300MB] [--runs 5] [--in FOLDER]" >&2
      exit 64
      ;;
  esac
done

cd "$(dirname "$0")/.."
make build >&2
make -C Benchmarks >&2
tool=$(swift build -c release --show-bin-path)/healthconv
programs=.build/benchmarks

work=$(mktemp -d "${folder:-${TMPDIR:-/tmp}}/healthconv-benchmark.XXXXXX")
trap 'rm -rf "$work"' EXIT
for name in export.xml export.zip; do
  echo "generating $size of $name" >&2
  "$tool" generate --seed 1 --size "$size" -o "$work/$name" >/dev/null
done

# Each line: name, seconds of CPU, seconds on the clock, peak in MiB.
results=$work/results
measure() {
  local name=$1
  shift
  "$programs/measure" "$work/result" "$@" >"$work/output" 2>&1 || {
    cat "$work/output" >&2
    echo "run.sh: '$*' failed" >&2
    exit 70
  }
  echo "$name $(cat "$work/result")" >>"$results"
}

names=(sax2count convert-xml convert-zip convert-sqlite)
server=${HEALTHCONV_POSTGRES:-}
[ -z "$server" ] || names+=(convert-postgres)
# A new database for each run, next to the one that is named.
convert_to_server() {
  psql -q "$server" -c 'drop database if exists healthconv_benchmark' -c 'create database healthconv_benchmark' \
    2>/dev/null
  measure convert-postgres "$tool" convert "$work/export.zip" -o "${server%/*}/healthconv_benchmark"
}

# It goes with the last run.
forget_database() { [ -z "$server" ] || psql -q "$server" -c 'drop database if exists healthconv_benchmark' 2>/dev/null || true; }
trap 'forget_database; rm -rf "$work"' EXIT

bytes=$(wc -c <"$work/export.xml")
printf '%s bytes of XML, %s runs, %s\n\n' "$((bytes))" "$runs" "$(uname -srm)"
printf '%-4s %-16s %10s %10s %10s\n' run program 'CPU s' 'clock s' 'peak MiB'
for run in $(seq "$runs"); do
  # In turn, so that what else the machine does meets all of them.
  measure sax2count "$programs/sax2count" "$work/export.xml"
  measure convert-xml "$tool" convert "$work/export.xml" -o "$work/out.jsonl" --overwrite
  measure convert-zip "$tool" convert "$work/export.zip" -o "$work/out.jsonl" --overwrite
  measure convert-sqlite "$tool" convert "$work/export.zip" -o "$work/out.db" --overwrite
  [ -z "$server" ] || convert_to_server
  tail -n ${#names[@]} "$results" | while read -r name cpu clock peak; do
    printf '%-4s %-16s %10s %10s %10s\n' "$run" "$name" "$cpu" "$clock" "$peak"
  done
done

# The middle of column $2 in the lines of program $1.
median() {
  awk -v name="$1" -v column="$2" '$1 == name { print $column }' "$results" | sort -n |
    awk '{ value[NR] = $1 } END {
      middle = int((NR + 1) / 2)
      print NR % 2 ? value[middle] : (value[middle] + value[middle + 1]) / 2
    }'
}

base=$(median sax2count 2)
base_clock=$(median sax2count 3)
printf '\n%-16s %10s %10s %10s %10s %10s\n' median 'CPU s' 'peak MiB' 'MB/s' 'ratio' 'of clock'
for name in "${names[@]}"; do
  awk -v name="$name" -v cpu="$(median "$name" 2)" -v peak="$(median "$name" 4)" \
    -v clock="$(median "$name" 3)" -v base_clock="$base_clock" \
    -v bytes="$bytes" -v base="$base" 'BEGIN {
      printf "%-16s %10.3f %10.1f %10.0f %10.2f %10.2f\n", name, cpu, peak, bytes / cpu / 1e6, cpu / base,
        clock / base_clock
    }'
done
