#!/usr/bin/env bash
# Installs what is missing, builds Kina, compiles the examples, and runs them against NumPy.
# usage: scripts/run.sh [NAME]    NAME: generate, forward, prefill, tmax, tp_heads, rollout or sampled
# shellcheck source=scripts/lib.sh
source "$(dirname "${BASH_SOURCE[0]}")/lib.sh"

case ${1:-} in
-h | --help)
  sed -n '2,3s/^# //p' "${BASH_SOURCE[0]}"
  exit 0
  ;;
esac
setup
exec "$venv/bin/python" "$root/integration/family.py" "$@"
