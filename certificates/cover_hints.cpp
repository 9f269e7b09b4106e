#include "certificates/cover_hints.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "certificates/record.hpp"
#include "checker/cover.hpp"
#include "checker/refusal.hpp"
#include "claims/stop.hpp"

namespace attest::theorems::certificates {

namespace {

using attest_check::Closing;
using attest_check::Cover;
using CheckedReadout = attest_check::Readout;
using Choices = std::vector<std::size_t>;

constexpr std::size_t most_choices = 243;

std::vector<Choices> joined(const std::vector<Choices>& first, const std::vector<Choices>& second) {
  std::vector<Choices> result;
  for (const Choices& a : first) {
    for (const Choices& b : second) {
      result.push_back(a);
      result.back().insert(result.back().end(), b.begin(), b.end());
    }
  }
  if (result.size() > most_choices)
    throw NoCertificate("a readout of too many maxima has no certificate of a cover so far");
  return result;
}

// All ways to take a part of each maximum of sign * readout, in the order of the readout.
std::vector<Choices> choices_of(const CheckedReadout& readout, int sign) {
  using Form = CheckedReadout::Op;
  if (readout.op == Form::affine) return {{}};
  if (readout.op == Form::scaled) return choices_of(readout.children[0], readout.number > 0 ? sign : -sign);
  std::vector<Choices> all{{}};
  if (readout.op == Form::sum) {
    for (const CheckedReadout& child : readout.children) all = joined(all, choices_of(child, sign));
    return all;
  }
  const bool maximum = (readout.op == Form::minimum) != (sign > 0);
  std::vector<std::vector<Choices>> parts;
  for (const CheckedReadout& child : readout.children) parts.push_back(choices_of(child, sign));
  if (readout.op == Form::absolute) parts.push_back(choices_of(readout.children[0], -sign));
  if (readout.op == Form::relu || (readout.op == Form::absolute && maximum)) parts.push_back({{}});
  if (!maximum) {
    for (const auto& part : parts) all = joined(all, part);
    return all;
  }
  all.clear();
  for (std::size_t k = 0; k < parts.size(); ++k) {
    const auto own = joined({{k}}, parts[k]);
    all.insert(all.end(), own.begin(), own.end());
  }
  return all;
}

// The ways to close a box of one answer, those first that served last.
class Closings {
 public:
  void add(const Closing& closing) {
    if (std::find(list_.begin(), list_.end(), closing) == list_.end()) list_.push_back(closing);
  }
  std::optional<Closing> of(Cover& cover) {
    const auto found =
        std::find_if(list_.begin(), list_.end(), [&](const Closing& one) { return cover.closed(one); });
    if (found == list_.end()) return std::nullopt;
    std::rotate(list_.begin(), found, found + 1);
    return list_.front();
  }

 private:
  std::vector<Closing> list_;
};

class Finder {
 public:
  explicit Finder(const attest_check::Record& record) {
    const auto above = choices_of(record.readout, 1), below = choices_of(record.readout, -1);
    for (const Choices& a : above) {
      yes_.add({a});
      for (const Choices& b : below) number_.add({a, b});
    }
    for (const Choices& b : below) no_.add({b});
    sign_asked_ = record.tasks.front().sign;
    if (std::any_of(record.tasks.begin(), record.tasks.end(),
                    [&](const attest_check::Task& task) { return task.sign != sign_asked_; }))
      throw NoCertificate("tasks of different kinds have no certificate of a cover so far");
  }

  std::optional<Closing> closing(Cover& cover) {
    const auto right = cover.truth();
    if (!right) return std::nullopt;
    return (!sign_asked_ ? number_ : *right == 1 ? yes_ : no_).of(cover);
  }

 private:
  bool sign_asked_ = false;
  Closings yes_, no_, number_;
};

}  // namespace

std::uint64_t write_cover_hints(const std::string& text,
                                const std::function<void(const std::string&)>& write) {
  try {
    attest_check::LineReader line(text, 1);
    const attest_check::Record record = attest_check::read_record(line);
    const attest_check::Layer layer(record);
    Finder finder(record);
    Cover cover(record, layer);
    std::uint64_t count = 0;
    cover.run([&](const std::string& place) {
      check_stop();
      const bool is_box = place.rfind("{\"token\":", 0) != 0;
      auto closing = is_box ? finder.closing(cover) : std::nullopt;
      std::vector<std::string> claims;
      for (const Choices& choices : closing.value_or(Closing()))
        claims.push_back(fmt::format("[{}]", fmt::join(choices, ",")));
      write(closing ? fmt::format("{},\"close\":[{}]}}\n", place, fmt::join(claims, ",")) : place + "}\n");
      ++count;
      return closing;
    });
    return count;
  } catch (const attest_check::Rejection& rejection) {
    throw NoCertificate(fmt::format("attest-check-cover has no rule for this cover: {}", rejection.what()));
  } catch (const attest_check::Undecided& open) {
    throw NoCertificate(fmt::format("attest-check-cover cannot take this cover: {}", open.what()));
  }
}

}  // namespace attest::theorems::certificates
