#!/usr/bin/env bash
# Feeds mutated programs to the front end, the exporter and kina-to-linalg; fails on a finding.
# usage: scripts/fuzz.sh [SECONDS]    SECONDS: 120 without it
# shellcheck source=scripts/lib.sh
source "$(dirname "${BASH_SOURCE[0]}")/lib.sh"

case ${1:-} in
-h | --help)
  sed -n '2,3s/^# //p' "${BASH_SOURCE[0]}"
  exit 0
  ;;
'' | *[!0-9]*)
  [ $# -eq 0 ] || {
    printf 'usage: scripts/fuzz.sh [SECONDS]\n' >&2
    exit 2
  }
  ;;
esac
time_limit=${1:-120}

packages+=(libclang-rt-22-dev)
setup_packages
build=$root/build-debug
[ -e "$build/build.ninja" ] || quietly "configure debug" cmake -S "$root" --preset debug ||
  show_failure "configure"
NINJA_STATUS='[%f/%t, %es] ' quietly "build fuzzer" ninja -C "$build" kina-fuzz ||
  show_failure "build"

# The corpus grows from run to run; the seeds are what is written by hand.
corpus=$build/corpus
findings=$build/findings
mkdir -p "$corpus" "$findings"
log=$build/fuzz.log
status=0
# Debian's libMLIR is not instrumented: a container that it grew looks overflown, and what it takes
# from an allocator of ours stays poisoned.
ASAN_OPTIONS=detect_container_overflow=0:allow_user_poisoning=0 \
  ASAN_SYMBOLIZER_PATH=$(command -v llvm-symbolizer-22 || true) "$build/bin/kina-fuzz" \
  -max_total_time="$time_limit" -max_len=16384 -timeout=25 -rss_limit_mb=4096 \
  -dict="$root/test/Fuzz/kina.dict" -artifact_prefix="$findings/" -print_final_stats=1 \
  "$corpus" "$root/examples" "$root/test/Frontend" >"$log" 2>&1 || status=$?

executions=$(sed -n 's/^stat::number_of_executed_units: *//p' "$log")
if [ "$status" -eq 0 ]; then
  printf '%s executions in %s s, no finding\n' "$executions" "$time_limit"
  exit 0
fi
grep -E '^(finding|SUMMARY|==[0-9]+==ERROR|.*runtime error)' "$log" >&2 || tail -n 30 "$log" >&2
input=$(sed -n 's/.*Test unit written to //p' "$log" | tail -n 1)
printf '%s executions, 1 finding: %s\nthe whole log is %s\n' "${executions:-?}" \
  "${input:-no input was kept}" "$log" >&2
exit 1
