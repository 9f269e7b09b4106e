#include "tools/attest/plan_script.hpp"

#include <fmt/format.h>

#include <string_view>

#include "tools/attest/verdict_document.hpp"

namespace attest {

namespace {

// What is the same in every script. A part's verdict is kept under its name only where the run was not ended: a check "run" says that it
// was (timed_verify.cpp, verification/judged_claim.cpp), whatever its exit status. Slurm copies the script, so that its own place is
// handed to the jobs.
constexpr std::string_view body = R"script(
mode=${1:-help}
case $mode in
  array) self=$2 offset=$3 ;;            # a job: one part of an array that begins at part `offset`
  collect) self=$2 tries=$3; shift 3 ;;  # a job behind that: merges, or submits again what is missing; the rest is for sbatch
  *) self=$(realpath -- "$0") ;;
esac
base=${self%.sh}
folder=$base.parts
name=attest-$(basename -- "$base")
most=${ATTEST_ARRAY:-1000}  # elements of one array; Slurm's MaxArraySize is one more where nobody changed it

fail() { printf '%s: %s\n' "$(basename -- "$self")" "$1" >&2; exit "${2:-2}"; }

[[ $most =~ ^[1-9][0-9]{0,6}$ ]] || fail "ATTEST_ARRAY: got '$most', expected how many elements an array may have"

# The folder, for parts of this plan alone.
open_folder() {
  mkdir -p -- "$folder" || exit 5
  if [ -e "$folder/plan" ]; then
    [ "$(cat -- "$folder/plan")" = "$plan" ] || fail "$folder has parts of another plan; remove it, or give this one another name"
  else
    printf '%s\n' "$plan" >"$folder/plan.$$" && mv -- "$folder/plan.$$" "$folder/plan" || exit 5
  fi
}

run_part() {
  local r=$1 ended="" status child
  [ -e "$folder/part-$r.json" ] && return 0
  open_folder
  verify_part "$r" "$folder/new-$r.json" "$folder/part-$r.checkpoint" &
  child=$!
  trap 'ended=1; kill -TERM "$child" 2>/dev/null' TERM INT HUP
  while wait "$child"; status=$?; kill -0 "$child" 2>/dev/null; do :; done
  trap - TERM INT HUP
  if [ -n "$ended" ] || { [ -e "$folder/new-$r.json" ] && grep -q '"name":"run"' "$folder/new-$r.json"; }; then
    rm -f -- "$folder/new-$r.json"
    fail "part $r was ended before it was through" 3
  fi
  case $status in
    0 | 1 | 3) [ -s "$folder/new-$r.json" ] || fail "part $r: attest ended with status $status and left no verdict" 4 ;;
    *) fail "part $r: attest ended with status $status" "$status" ;;
  esac
  mv -- "$folder/new-$r.json" "$folder/part-$r.json" || exit 5
  rm -f -- "$folder/part-$r.checkpoint"
}

# One a line.
missing_parts() {
  local r
  for ((r = 0; r < parts; ++r)); do [ -e "$folder/part-$r.json" ] || printf '%d\n' "$r"; done
}

# Numbers, one a line, ascending, as Slurm writes them: 0-3,7
as_ranges() {
  awk 'NR == 1 { a = b = $1; next } $1 == b + 1 { b = $1; next }
       { printf "%s%s", s, (a == b ? a : a "-" b); s = ","; a = b = $1 }
       END { if (NR) print s (a == b ? a : a "-" b) }'
}

# Arrays of the missing parts, and a job behind them. $1: how often that may submit again; the rest is for sbatch.
submit() {
  local tries=$1 offset list id ids=""
  shift
  command -v sbatch >/dev/null || fail "sbatch is not there: this is not a machine that submits to Slurm"
  open_folder
  for ((offset = 0; offset < parts; offset += most)); do
    list=$(missing_parts | awk -v from="$offset" -v to=$((offset + most)) '$1 >= from && $1 < to { print $1 - from }' | as_ranges)
    [ -n "$list" ] || continue
    id=$(sbatch --parsable --job-name="$name" --output="$folder/%A_%a.log" --cpus-per-task="$threads" --signal=B:TERM@60 "$@" \
      --array="$list" "$self" array "$self" "$offset") || fail "sbatch refused the parts" 5
    ids=$ids:${id%%;*}
    printf 'job %s: parts %s' "${id%%;*}" "$list"
    [ "$offset" = 0 ] && printf '\n' || printf ', each plus %d\n' "$offset"
  done
  id=$(sbatch --parsable --job-name="$name-merge" --output="$base.out" ${ids:+--dependency=afterany$ids} "$@" \
    "$self" collect "$self" "$tries" "$@") || fail "sbatch refused the job that merges" 5
  printf 'job %s: merges them, into %s\n' "${id%%;*}" "$base.out"
}

merge() {
  local left
  open_folder
  left=$(missing_parts | as_ranges)
  [ -z "$left" ] || fail "missing: parts $left; submit takes them up again" 3
  find "$folder" -maxdepth 1 -name 'part-*.json' -print0 | xargs -0 cat -- | "$attest" merge - "$@"
}

if [ "$mode" != help ]; then cd -- "$where" || fail "$where is not there, where attest plan was called"; fi
case $mode in
  submit)
    shift
    [ -z "$(command -v squeue >/dev/null && squeue --noheader --name="$name,$name-merge" --format=%i)" ] ||
      fail "parts of it are in the queue already (squeue --name=$name,$name-merge)"
    submit 2 "$@" ;;
  missing)
    left=$(missing_parts | as_ranges)
    printf '%s\n' "${left:-none}" ;;
  merge) shift; merge "$@" ;;
  part)
    [[ ${2:-} =~ ^(0|[1-9][0-9]{0,8})$ && $2 -lt $parts ]] || fail "part: expected one of 0 to $((parts - 1)), got '${2:-}'"
    run_part "$2" ;;
  array) run_part $((offset + SLURM_ARRAY_TASK_ID)) ;;
  collect)
    left=$(missing_parts | as_ranges)
    if [ -n "$left" ] && [ "$tries" -gt 0 ]; then
      printf 'missing: parts %s; submitted again\n' "$left"
      submit $((tries - 1)) "$@" >>"$folder/submitted"
    else
      merge
    fi ;;
  help) sed -n '2,/^$/s/^# \{0,1\}//p' "$self" ;;
  *) fail "expected submit, missing, merge or part R, got '$mode'" ;;
esac
)script";

}  // namespace

std::string plan_script(const PlanScript& plan) {
  const auto quoted = [](const std::string& word) { return shell_command({word}); };
  std::string text = "#!/bin/bash\n# " + plan.title + "\n";
  text += fmt::format("# {} parts, {} thread{} each{}.\n", plan.parts, plan.threads,
                      plan.threads == 1 ? "" : "s", plan.estimate.empty() ? "" : ": " + plan.estimate);
  text += "# Made by " + plan.command + "\n";
  text +=
      "#\n"
      "#   submit [OPTION ..]  give the missing parts to Slurm, and behind them a job that merges; options are for sbatch (--time, ..)\n"
      "#   missing             which parts have no verdict yet\n"
      "#   merge [OPTION ..]   the verdict of the whole, from all parts; options are for attest merge (--format json, ..)\n"
      "#   part R              one part, here\n"
      "#\n"
      "# What belongs to NAME.sh is kept in NAME.parts beside it; the verdict of the whole comes to NAME.out. What was not finished\n"
      "# is submitted twice more by the job that merges";
  text += plan.checkpoints ? ", and goes on at its checkpoint.\n" : ".\n";
  text += "\nset -u -o pipefail\n";
  text += fmt::format("attest=${{ATTEST:-{}}}\n", quoted(plan.program));
  text += fmt::format("where={}\n", quoted(plan.folder));
  text += fmt::format("parts={}\nthreads={}\n", plan.parts, plan.threads);
  text += fmt::format("plan={}\n", quoted(plan.build + ": " + plan.command));
  text +=
      "# $1: the part, $2: its verdict, $3: its checkpoint. In the background, where exec leaves one process, which gets the signal.\n";
  text += "verify_part() {\n";
  text += fmt::format("  exec \"$attest\" {} --part \"$1/$parts\" --threads \"$threads\" \\\n",
                      shell_command(plan.verify));
  text += "    --format json --quiet --progress never --out \"$2\"";
  text += plan.checkpoints ? " --checkpoint \"$3\"\n}\n" : "\n}\n";
  return text + std::string(body);
}

}  // namespace attest
