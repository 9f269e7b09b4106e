# Sourced by the commands of this folder: install what is missing, configure once, build what changed, and say so in a line each.
# Debian 12 or later. Safe to run again: nothing that is there is installed or built again.

set -eu
cd "$(dirname "$0")/.."

# The packages of each group: what the program needs, what the tests of .ci/run need, and what only parts of .ci/release and
# the benchmarks need.
packages_program="g++ cmake ninja-build libboost-dev libeigen3-dev libgmp-dev libmpfr-dev libflint-dev libflint-arb-dev
  libcli11-dev nlohmann-json3-dev libfmt-dev libtbb-dev libssl-dev libzip-dev"
packages_test="catch2 python3 clang-format git"
packages_long="python3-numpy slurmctld slurmd slurm-client munge libopenmpi-dev openmpi-bin"
packages_python="python3-dev pybind11-dev python3-numpy"
packages_python_test="mypy python3-nbclient python3-ipykernel"
packages_deb="dpkg-dev man-db file mmdebstrap libopenmpi-dev openmpi-bin zsh fish"
packages_proofs="coq"
packages_exports="python3-numpy python3-torch python3-onnx nodejs npm"
packages_latex="texlive-latex-base texlive-latex-recommended"
packages_browser="chromium fonts-dejavu-core"
packages_clang="clang libclang-rt-14-dev"  # sanitizers and fuzzing
packages_benchmark="libbenchmark-dev python3 python3-numpy python3-mpmath"
# The opponent of tests/benchmarks/compare_attention.py; nothing else needs it.
packages_torch="python3-torch libopenblas0-pthread"

say() { echo "$*" >&2; }

# run_quietly LOG COMMAND...: the command's output goes to LOG and is shown only if it fails.
run_quietly() {
  log=$1
  shift
  if ! "$@" >"$log" 2>&1; then
    cat "$log" >&2
    exit 1
  fi
}

# install_missing PACKAGE...
install_missing() {
  missing=""
  for package in "$@"; do
    # Builds of Node.js that are not Debian's bring npm with them, and exclude Debian's package.
    [ "$package" = npm ] && command -v npm >/dev/null && continue
    status=$(dpkg-query -W -f='${db:Status-Status}' "$package" 2>/dev/null || true)
    [ "$status" = installed ] || missing="$missing $package"
  done
  [ -n "$missing" ] || return 0
  say "Installing$missing"
  as_root=""
  if [ "$(id -u)" != 0 ]; then
    command -v sudo >/dev/null || { say "These packages are missing and this user cannot install them:$missing"; exit 2; }
    as_root=sudo
  fi
  mkdir -p build
  run_quietly build/install.log $as_root apt-get update -qq
  # shellcheck disable=SC2086 # a list of words
  DEBIAN_FRONTEND=noninteractive run_quietly build/install.log $as_root apt-get install -y -qq --no-install-recommends $missing
}

# configure PRESET [-DOPTION=VALUE...]: only where the build folder is new or an option differs.
configure() {
  preset=$1
  shift
  cache="build/$preset/CMakeCache.txt"
  needed=no
  [ -f "build/$preset/build.ninja" ] || needed=yes
  [ -z "$(find CMakePresets.json -newer "$cache" 2>/dev/null)" ] || needed=yes
  for option in "$@"; do
    pair=${option#-D}
    grep -q "^${pair%%=*}:[A-Z]*=${pair#*=}\$" "$cache" 2>/dev/null || needed=yes
  done
  [ $needed = no ] && return 0
  mkdir -p build
  run_quietly build/configure.log cmake --preset "$preset" "$@"
}

# show_progress WHAT: reads what ninja prints. On a terminal a line that counts, else a line at every tenth; nothing where
# nothing is compiled or linked. (A loop of the shell: Debian's awk would hold its input back.)
show_progress() {
  total=0
  shown=0
  terminal=no
  [ ! -t 2 ] || terminal=yes
  while read -r counter verb _; do
    case "$counter $verb" in "["*/*"] Building" | "["*/*"] Linking") ;; *) continue ;; esac
    counter=${counter#"["}
    counter=${counter%"]"}
    at=${counter%/*}
    [ "$total" -gt 0 ] || say "Building $1, ${counter#*/} steps"
    total=${counter#*/}
    if [ $terminal = yes ]; then
      printf '\r  %d of %d' "$at" "$total" >&2
    elif [ $((10 * at / total)) -gt "$shown" ]; then
      shown=$((10 * at / total))
      say "  ${shown}0 %"
    fi
  done
  [ "$total" -eq 0 ] || [ $terminal = no ] || say ""
}

# build PRESET TARGET...: with progress; errors are shown whole.
build() {
  preset=$1
  shift
  log="build/$preset-build.log"
  { cmake --build "build/$preset" --target "$@" 2>&1; echo "status $?"; } | tee "$log" | show_progress "$* ($preset)"
  if ! grep -q '^status 0$' "$log"; then
    grep -v '^status ' "$log" >&2
    exit 1
  fi
}
