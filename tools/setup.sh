# Sourced by the commands of this folder: install what is missing, configure once, build what changed.
# Debian 12 or later. Safe to run again: nothing that is there is installed or built again.

set -eu
cd "$(dirname "$0")/.."

# The packages that each job needs.
packages_build="g++ cmake ninja-build libboost-dev libeigen3-dev libgmp-dev libmpfr-dev libflint-dev libflint-arb-dev
  libcli11-dev nlohmann-json3-dev libfmt-dev libtbb-dev libssl-dev"
packages_test="catch2 python3 clang-format git"
packages_benchmark="libbenchmark-dev python3 python3-numpy python3-mpmath"
# The opponent of tests/benchmarks/compare_attention.py; nothing else needs it.
packages_torch="python3-torch libopenblas0-pthread"

install_missing() {
  missing=""
  for package in "$@"; do
    status=$(dpkg-query -W -f='${db:Status-Status}' "$package" 2>/dev/null || true)
    [ "$status" = installed ] || missing="$missing $package"
  done
  [ -n "$missing" ] || return 0
  echo "Installing:$missing" >&2
  as_root=""
  if [ "$(id -u)" != 0 ]; then
    command -v sudo >/dev/null || { echo "These packages are missing and this user cannot install them:$missing" >&2; exit 2; }
    as_root=sudo
  fi
  $as_root apt-get update -qq >&2
  # shellcheck disable=SC2086 # a list of words
  DEBIAN_FRONTEND=noninteractive $as_root apt-get install -y -qq --no-install-recommends $missing >&2
}

# configure PRESET [-DOPTION=VALUE...]: only where the build folder is new or an option differs.
configure() {
  preset=$1
  shift
  cache="build/$preset/CMakeCache.txt"
  needed=no
  [ -f "build/$preset/build.ninja" ] || needed=yes
  for option in "$@"; do
    pair=${option#-D}
    grep -q "^${pair%%=*}:[A-Z]*=${pair#*=}\$" "$cache" 2>/dev/null || needed=yes
  done
  [ $needed = no ] || cmake --preset "$preset" "$@" >&2
}

# build PRESET TARGET...
build() {
  preset=$1
  shift
  cmake --build "build/$preset" --target "$@" >&2
}
