#include "ranks/shared_loop.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <string>

#include "claims/stop.hpp"

namespace attest::ranks {

namespace {

// What this process computes at a time is to take between these: long beside what it takes to begin, short beside a range of another rank.
constexpr std::chrono::milliseconds short_time{20};
constexpr std::chrono::milliseconds long_time{200};

bool lead_loop(Leader& leader, const std::string& key, const std::string& total, const SharedLoop& loop) {
  const auto work = leader.open(key, total, {loop.all}, loop.take_in);
  std::uint64_t size = loop.at_once;
  while (!loop.stop()) {
    if (loop.enough()) {
      work->give_out_no_more();
      break;
    }
    const auto chunks = work->take(1, size, loop.at_once);
    if (chunks.empty()) break;
    const auto began = std::chrono::steady_clock::now();
    loop.compute(chunks.front());
    const auto took = std::chrono::steady_clock::now() - began;
    if (took < short_time) size *= 2;
    if (took > long_time) size = std::max<std::uint64_t>(loop.at_once, size / 2);
  }
  work->wait(loop.stop);
  work->seal();
  const bool whole = !loop.stop();
  work->close(whole ? loop.say(loop.all) : Json());
  return whole;
}

void follow_loop(Follower& follower, const std::string& key, const std::string& total,
                 const SharedLoop& loop) {
  while (true) {
    const auto next = follower.ask(key, total);
    if (const auto* whole = std::get_if<Json>(&next)) {
      if (whole->is_null()) throw Stopped();  // rank 0 has no result
      return loop.take_in(loop.all, *whole);
    }
    const auto* range = std::get_if<IndexRange>(&next);
    if (range == nullptr) throw Stopped();
    loop.compute(*range);
    if (loop.stop()) throw Stopped();  // what is computed in part is no answer
    follower.answer(key, *range, loop.say(*range));
  }
}

std::string key_of_next(const SharedWork& shared, const std::string& key) {
  return fmt::format("{} loop {} of {}", shared.key, shared.loops++, key);
}

}  // namespace

Json told_by_first(const SharedWork* shared, const std::string& key, const std::function<Json()>& compute) {
  if (shared == nullptr) return compute();
  const std::string whole_key = key_of_next(*shared, key);
  if (shared->follows()) {
    const auto told = shared->crew->follower->ask(whole_key, "");
    const auto* whole = std::get_if<Json>(&told);
    if (whole == nullptr || whole->is_null()) throw Stopped();
    return *whole;
  }
  const auto work = shared->crew->leader->open(whole_key, "", {}, [](IndexRange, const Json&) {});
  Json result = compute();
  work->seal();
  work->close(result);
  return result;
}

bool run_loop(const SharedWork* shared, const std::string& key, const SharedLoop& loop) {
  if (shared == nullptr) {
    loop.compute(loop.all);
    return !loop.stop();
  }
  const std::string whole_key = key_of_next(*shared, key);
  const std::string total = std::to_string(loop.all.first) + " to " + std::to_string(loop.all.end);
  if (!shared->follows()) return lead_loop(*shared->crew->leader, whole_key, total, loop);
  follow_loop(*shared->crew->follower, whole_key, total, loop);
  return true;
}

}  // namespace attest::ranks
