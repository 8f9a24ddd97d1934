# shellcheck shell=bash
# What run.sh and test.sh share: install what is missing, configure, build.
# Source it; every function may be called again and then does only what is left to do.

set -euo pipefail

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
venv=$root/.venv
build=$root/build
logs=$root/.cache
download_ms=0
build_ms=0

# clang-22 brings libstdc++-12-dev and binutils; libmlir-22-dev and llvm-22-dev bring what
# find_package(MLIR) asks for, with or without zlib, zstd and curl.
packages=(
  llvm-22-dev libmlir-22-dev mlir-22-tools llvm-22-tools clang-22 lld-22 libomp-22-dev
  cmake ninja-build ccache git ca-certificates python3 python3-venv
  python3-dev libffi-dev mpich libmpich-dev
)

export CCACHE_BASEDIR=$root CCACHE_NOHASHDIR=1
export PYTHONNOUSERSITE=1 PIP_DISABLE_PIP_VERSION_CHECK=1
unset PYTHONHOME PYTHONPATH

die() {
  printf 'error: %s\n' "$*" >&2
  exit 1
}

now_ms() {
  local t=$EPOCHREALTIME
  echo $((10#${t%[.,]*} * 1000 + 10#${t#*[.,]} / 1000))
}

seconds() { printf '%d.%d s' $(($1 / 1000)) $(($1 % 1000 / 100)); }

# quietly LABEL COMMAND...: runs the command, keeps what it says in a log, and shows that it is
# alive: one status line on a terminal, otherwise a line every 15 seconds. Leaves the milliseconds
# that it took in `took_ms`. Returns the command's status; `log` names the log.
quietly() {
  local label=$1 line='' last='' rest='' start status=0 shown=$SECONDS
  shift
  start=$(now_ms)
  mkdir -p "$logs"
  log=$logs/${label// /-}.log
  : >"$log"
  [ -t 1 ] || printf '%s ...\n' "$label"
  set +e
  { "$@" </dev/null 2>&1; echo "quietly-status $?"; } | {
    while :; do
      IFS= read -r -t 5 line
      status=$?
      if [ $status -gt 128 ]; then
        rest+=$line
      elif [ $status -ne 0 ]; then
        exit 1
      else
        line=$rest$line
        rest=''
        case $line in "quietly-status "*) exit "${line#quietly-status }" ;; esac
        printf '%s\n' "$line" >>"$log"
        [ -z "$line" ] || last=$line
      fi
      if [ -t 1 ]; then
        printf '\r\033[K%.*s' "$((${COLUMNS:-80} - 1))" "$label: $last"
      elif [ $((SECONDS - shown)) -ge 15 ]; then
        printf '  %.110s\n' "$last"
        shown=$SECONDS
      fi
    done
  }
  status=$?
  set -e
  [ ! -t 1 ] || printf '\r\033[K'
  took_ms=$(($(now_ms) - start))
  if [ $status -eq 0 ]; then
    printf '%s: done in %s\n' "$label" "$(seconds "$took_ms")"
  fi
  return $status
}

missing_packages() {
  local name
  local -A installed=()
  if command -v dpkg-query >/dev/null; then
    while read -r name; do
      installed[$name]=1
    done < <(dpkg-query -W -f '${db:Status-Status} ${Package}\n' "${packages[@]}" 2>/dev/null |
      sed -n 's/^installed //p')
  fi
  for name in "${packages[@]}"; do
    [ -n "${installed[$name]:-}" ] || printf '%s ' "$name"
  done
}

setup_packages() {
  local missing why apt
  missing=$(missing_packages)
  missing=${missing% }
  [ -n "$missing" ] || return 0
  why="missing Debian packages: $missing"
  command -v apt-get >/dev/null || die "$why; this is no Debian: install what corresponds to them"
  apt=(env DEBIAN_FRONTEND=noninteractive apt-get -o Acquire::Retries=2
    -o Acquire::http::Timeout=60 -o DPkg::Lock::Timeout=600 -o Dpkg::Use-Pty=0)
  if [ "$(id -u)" -ne 0 ]; then
    sudo -n true 2>/dev/null ||
      die "$why; run as root with network, or: apt-get install --no-install-recommends $missing"
    apt=(sudo -n "${apt[@]}")
  fi
  printf 'Debian packages to install: %s\n' "$missing"
  quietly "package lists" "${apt[@]}" update ||
    die "$why; apt-get update failed (network?), see $log"
  download_ms=$((download_ms + took_ms))
  # shellcheck disable=SC2086 # one word for each package
  quietly "packages" "${apt[@]}" install -y --no-install-recommends $missing ||
    die "$why; apt-get install failed: $(grep -m1 '^E: ' "$log" || echo "see $log")"
  download_ms=$((download_ms + took_ms))
}

setup_python() {
  local stamp=$venv/kina.stamp want
  want=$(cd "$root/python" && pwd && sha256sum requirements.txt)
  if [ -x "$venv/bin/python" ] && [ "$(cat "$stamp" 2>/dev/null)" = "$want" ]; then
    return 0
  fi
  rm -rf "$venv"
  # Debian's own interpreter, since python3-torch is built for it.
  quietly "Python environment" /usr/bin/python3 -m venv --system-site-packages "$venv" ||
    die "cannot make $venv, see $log"
  download_ms=$((download_ms + took_ms))
  quietly "Python packages" "$venv/bin/python" -m pip install -r "$root/python/requirements.txt" ||
    die "missing Python packages of python/requirements.txt; pip needs network: $(grep -m1 '^ERROR: ' "$log" || echo "see $log")"
  download_ms=$((download_ms + took_ms))
  # The package as it stands in the tree, whose extension module build/ holds. `pip install` would
  # build all of it once more.
  printf '%s\n' "$root/python" >"$("$venv/bin/python" -c \
    'import sysconfig; print(sysconfig.get_path("purelib"))')/kina.pth"
  printf '#!%s\nimport sys\n\nfrom kina.cli import main\n\nsys.exit(main())\n' \
    "$venv/bin/python" >"$venv/bin/kina"
  chmod +x "$venv/bin/kina"
  printf '%s\n' "$want" >"$stamp"
}

show_failure() {
  grep -vE '^\[[0-9]+/[0-9]+' "$log" | tail -n 200 >&2 || true
  die "$1 failed, the whole log is $log"
}

setup_build() {
  local start home
  start=$(now_ms)
  home=$(sed -n 's/^CMAKE_HOME_DIRECTORY:INTERNAL=//p' "$build/CMakeCache.txt" 2>/dev/null || true)
  if [ -n "$home" ] && [ "$home" != "$root" ]; then
    rm -rf "$build" # the tree was moved or copied
  fi
  # ninja does not look at the presets.
  if [ ! -e "$build/build.ninja" ] || ! cmp -s "$root/CMakePresets.json" "$build/presets.stamp"; then
    quietly "configure" cmake -S "$root" --preset dev || show_failure "configure"
    cp "$root/CMakePresets.json" "$build/presets.stamp"
  fi
  # ninja configures again by itself where a CMakeLists.txt has changed.
  if ! NINJA_STATUS='' ninja -C "$build" -n 2>/dev/null | grep -q 'no work to do'; then
    NINJA_STATUS='[%f/%t, %es] ' quietly "build" ninja -C "$build" || show_failure "build"
  fi
  build_ms=$((build_ms + $(now_ms) - start))
}

setup() {
  [ -w "$root" ] || die "cannot write to $root"
  setup_packages
  setup_python
  setup_build
  if [ "$download_ms" -gt 0 ]; then
    printf 'download and installation: %s\n' "$(seconds "$download_ms")"
  fi
  printf 'build: %s\n' "$(seconds "$build_ms")"
}
