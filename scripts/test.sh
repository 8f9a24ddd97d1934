#!/usr/bin/env bash
# Does what run.sh does, then runs every test. The last line is `N passed, N failed[, N skipped]`.
# usage: scripts/test.sh [--long]    --long adds the slow variants
# shellcheck source=scripts/lib.sh
source "$(dirname "${BASH_SOURCE[0]}")/lib.sh"

lit_options=()
pytest_options=()
for option in "$@"; do
  case $option in
  --long)
    lit_options+=(--param long=1)
    pytest_options+=(--long)
    ;;
  -h | --help)
    sed -n '2,3s/^# //p' "${BASH_SOURCE[0]}"
    exit 0
    ;;
  *)
    printf 'usage: scripts/test.sh [--long]\n' >&2
    exit 2
    ;;
  esac
done

# The second oracle, the linters, an LLVM that the plugin has to refuse, the sanitizers.
packages+=(
  python3-torch clang-format-22 clang-tidy-22 shellcheck mlir-19-tools libclang-rt-22-dev
)
setup
results=$build/test-results
rm -rf "$results"
mkdir -p "$results"
cd "$root"

# suite NAME BUILD OPTION...: the lit tests of a build.
suite() {
  local name=$1 tree=$2
  shift 2
  printf '\n%s\n' "$name"
  "$venv/bin/lit" -sv "${lit_options[@]}" "$@" --xunit-xml-output "$results/$name.xml" \
    "$tree/test" || true
}

ran=0
"$venv/bin/python" integration/family.py || ran=$?
suite lit "$build"
suite lit-roundtrip "$build" --param roundtrip=1
printf '\npytest\n'
"$venv/bin/python" -m pytest -q -ra "${pytest_options[@]}" --junitxml "$results/pytest.xml" || true

# The same under sanitizers, and two minutes of the fuzzer, which is built with them.
printf '\n'
debug=$root/build-debug
[ -e "$debug/build.ninja" ] || quietly "configure debug" cmake -S "$root" --preset debug ||
  show_failure "configure"
NINJA_STATUS='[%f/%t, %es] ' quietly "build debug" \
  ninja -C "$debug" kina-opt kina-translate kina-fuzz || show_failure "build"
suite lit-sanitizers "$debug"
fuzzed=0
bash scripts/fuzz.sh || fuzzed=$?

exec "$venv/bin/python" scripts/tally.py --run "$ran" --run "$fuzzed" \
  "$results"/lit{,-roundtrip,-sanitizers}.xml "$results/pytest.xml"
