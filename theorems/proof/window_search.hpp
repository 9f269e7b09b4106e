// How far the value of a parameter may be moved from one that is proved for every size: the farthest value that is found to be proved, and
// the nearest one beyond it that is found to fail, with its input. Each is shown by itself, by a proof or by one input, so that nothing is
// assumed of the values between; that the nearest ones are found rests on bounds that move one way with the parameter.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "theorems/proof/range_proof.hpp"

namespace attest::theorems {

class WindowSearch {
 public:
  // Keeps references. `words`: without the parameter.
  WindowSearch(const TheoremClaim& claim, Variant variant, std::string parameter,
               std::vector<std::string> words, const VerifyOptions& options);

  // start + direction*k*unit for k from 0 on: where one looks. `start` is proved.
  struct Side {
    Rational start;
    Rational unit;
    int direction = -1;
    Integer most;                    // values of k that are looked at, this one among them
    std::optional<Integer> refused;  // a k that is not proved from the corner on
    Integer step;                    // with which failures are looked for
  };

  // `from`: the corner at the start. The end is proved from there on, by a lemma, and at all sizes below it.
  Window::End end(const Side& side, const Sizes& from) const;

  std::vector<std::string> words_with(const Rational& value) const;
  // Nothing where the theorem does not take the value.
  std::optional<Sizes> corner(const Rational& value) const;
  bool is_proved(const Rational& value) const;

 private:
  using Serves = std::function<bool(const Integer&)>;
  static Integer farthest(Integer low, Integer high, const Serves& serves);
  Integer proved_distance(const Side& side, const Sizes& from) const;
  void find_failure(const Side& side, const Integer& proved, const Sizes& sizes,
                    std::optional<Integer>& nearest, Window::End& end) const;
  std::optional<Integer> first_failure(const Side& side, const Integer& proved, const Sizes& sizes,
                                       const std::optional<Integer>& nearest, const Json& input) const;
  Parameters parameters_at(const Sizes& sizes, const Rational& value) const;
  std::optional<Json> worst_input(const Sizes& sizes, const Rational& value) const;
  bool is_wrong(const Sizes& sizes, const Rational& value, const Json& input) const;

  const TheoremClaim& claim_;
  Variant variant_;
  std::string parameter_;
  std::vector<std::string> words_;
  const VerifyOptions& options_;
};

// `below` and `beyond` many values of each size around a corner.
std::vector<Sizes> settings_around(const Sizes& corner, long below, long beyond);

}  // namespace attest::theorems
