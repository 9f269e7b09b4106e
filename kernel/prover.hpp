// The proof, lemma by lemma; what a lemma says is fixed by the lemma (proofs/library), only terms differ from theorem to theorem.
#pragma once

#include <fmt/format.h>

#include <string>
#include <vector>

#include "kernel/exported.hpp"

namespace attest::theorems::coq {

class Prover {
 public:
  explicit Prover(const Exported& t);
  std::string run();

 private:
  // {n}, {args}, .. and what `more` names.
  template <class... More>
  void add(const char* text, const More&... more) {
    text_ += fmt::format(fmt::runtime(text), fmt::arg("n", n_), fmt::arg("args", args_),
                         fmt::arg("names", names_), fmt::arg("least", t_.least.str()),
                         fmt::arg("corner", t_.corner.str()), fmt::arg("judged", t_.judged),
                         fmt::arg("last", t_.last), fmt::arg("i", t_.receiver), fmt::arg("index", t_.index),
                         fmt::arg("tuple", t_.tuple()), fmt::arg("pattern", t_.pattern()),
                         fmt::arg("bind", bind_), fmt::arg("functions", functions_),
                         fmt::arg("all_functions", functions_.empty() ? "" : functions_.substr(1)),
                         fmt::arg("called", called_), fmt::arg("applied", applied_), fmt::arg("open", open_),
                         fmt::arg("facts", facts_), fmt::arg("binders", t_.binders()),
                         fmt::arg("d", t_.encoding.size()), more...);
  }
  std::string features_only() const;
  void beside();
  void scores();
  void addresses();
  // What the tokens that the proof speaks of carry.
  void places();
  std::string rewrites(bool judged) const;
  // far_k: relative to the winner the product of the first k squares' exponentials.
  void weights();
  std::string rates_text(std::size_t count) const;
  std::string polynomial_of(const proof::Laurent& value) const;
  void tail();
  std::string at_corner(const proof::Laurent& value) const;
  void from_corner();
  void computation();
  void conclusion();
  // ->, [-> | ->], [-> | [-> | ->]]
  static std::string nested(const std::vector<std::string>& words);
  void unique();

  const Exported& t_;
  std::string n_, args_, names_, functions_, called_, applied_, open_, facts_, bind_;
  std::string text_;
};

}  // namespace attest::theorems::coq
