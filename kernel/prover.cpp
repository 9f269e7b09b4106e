#include <fmt/format.h>
#include <fmt/ranges.h>

#include "kernel/enclosed.hpp"
#include "kernel/prover.hpp"
#include "kernel/terms.hpp"

namespace attest::theorems::coq {

Prover::Prover(const Exported& t) : t_(t), n_(t.size), args_(t.arguments()) {
  for (const Feature& f : t.features) {
    functions_ += " " + f.name;
    called_ += fmt::format(" ({} l)", f.name);
    applied_ += fmt::format(" ({} {})", f.name, args_);
  }
  names_ = args_.substr(n_.size() + 1);
  std::string pattern;
  for (std::size_t k = t.fields.size(); k-- > 0;)
    pattern = pattern.empty() ? "H" + t.fields[k].name : fmt::format("[H{} {}]", t.fields[k].name, pattern);
  open_ = t.fields.size() == 1 ? fmt::format("pose proof H as {}; unfold input in {}", pattern, pattern)
                               : fmt::format("pose proof H as {}", pattern);
  for (std::size_t k = 0; k < t.entries.size(); ++k) {
    const Exported::Entry& e = t.entries[k];
    facts_ +=
        fmt::format("; pose proof (H{} {} ltac:(lia)) as B{}", e.field, fmt::join(e.arguments, " "), k + 1);
  }
  bind_ = t.squares.size() == 1 ? fmt::format("let {} := t in", t.tuple())
                                : fmt::format("let '{} := t in", t.tuple());
}

std::string Prover::run() {
  beside();
  scores();
  addresses();
  weights();
  tail();
  from_corner();
  computation();
  conclusion();
  return std::move(text_);
}

std::string Prover::features_only() const {
  std::string text;
  for (const Feature& f : t_.features) text += " " + f.name;
  return text;
}

std::string proof_text(const Exported& theorem) {
  return Prover(theorem).run();
}

}  // namespace attest::theorems::coq
