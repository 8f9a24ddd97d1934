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

# The second oracle, the linters, and an LLVM that the plugin has to refuse.
packages+=(python3-torch clang-format-22 clang-tidy-22 shellcheck mlir-19-tools)
setup
results=$build/test-results
rm -rf "$results"
mkdir -p "$results"
cd "$root"

ran=0
"$venv/bin/python" integration/family.py || ran=$?
printf '\nlit\n'
"$venv/bin/lit" -sv "${lit_options[@]}" --xunit-xml-output "$results/lit.xml" "$build/test" || true
printf '\npytest\n'
"$venv/bin/python" -m pytest -q -ra "${pytest_options[@]}" --junitxml "$results/pytest.xml" || true
exec "$venv/bin/python" scripts/tally.py --run "$ran" "$results/lit.xml" "$results/pytest.xml"
