#include "theorems/proof/corner_search.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "language/refused_place.hpp"
#include "theorems/network_value.hpp"

namespace attest::theorems {

using proof::Refusal;

namespace {

constexpr long largest_step = 1L << 12U;  // how far above its minimum a single size is looked for
constexpr long largest_shift = 64;        // of one of several sizes

NetworkNames names_of(const Sizes& sizes) {
  NetworkNames names;
  names.name = [sizes](const std::string& name) -> std::optional<NetworkValue> {
    const auto found = sizes.find(name);
    return found == sizes.end() ? std::nullopt : std::optional(NetworkValue{Rational(found->second)});
  };
  return names;
}

}  // namespace

LemmaProof CornerSearch::attempt(const Sizes& fixed, const Sizes& from) const {
  ProofSetting setting;
  setting.fixed = fixed;
  setting.from = from;
  setting.parameters = parameters_;
  setting.lower = ends_.lower();
  return prove_from(text_, setting);
}

std::optional<LemmaProof> CornerSearch::succeeds(const Sizes& fixed, const Sizes& from) const {
  try {
    return attempt(fixed, from);
  } catch (const Refusal&) {
    return std::nullopt;
  }
}

Piece CornerSearch::found(const Sizes& fixed, const Sizes& from) const {
  Piece piece;
  piece.fixed = fixed;
  piece.from = from;
  piece.status = Status::holds;
  piece.evidence = Evidence::symbolic;
  if (from.size() == 1) {
    auto& [name, least] = *piece.from.begin();
    prove_one(fixed, name, least, piece);
  } else {
    prove_several(from, piece);
  }
  return piece;
}

// Doubling, then bisection: what is proved from n on is proved from n + 1 on.
void CornerSearch::prove_one(const Sizes& fixed, const std::string& name, Integer& least,
                             Piece& piece) const {
  const Integer minimum = least;
  const auto from = [&](const Integer& n) { return Sizes{{name, n}}; };
  Integer step = 0;
  while (!(piece.proof = succeeds(fixed, from(minimum + step)))) {
    if (step >= largest_step) attempt(fixed, from(minimum + step));
    if (step >= largest_step) break;
    step = step == 0 ? Integer(1) : Integer(2 * step);
  }
  Integer refused = step / 2;
  while (step > refused + 1) {
    const Integer middle = (step + refused) / 2;
    if (auto proof = succeeds(fixed, from(minimum + middle))) {
      piece.proof = std::move(proof);
      step = middle;
    } else {
      refused = middle;
    }
  }
  least = minimum + step;
  piece.closed[name] = least;
  // The sharp form of the bound may reach further down, one size at a time.
  while (least > minimum) {
    Sizes single = fixed;
    single[name] = least - 1;
    const Sizes sizes = ends_.actual(single);
    const auto proof = is_stated(sizes) ? succeeds(single, {}) : std::nullopt;
    if (!proof) break;
    piece.proof->steps.push_back(
        {fmt::format("{} = {}", name, sizes.at(name).str()), "by the same steps with this size as a number"});
    least -= 1;
  }
}

// From a corner far out each size in turn as far down as the lemma goes.
void CornerSearch::prove_several(const Sizes& from, Piece& piece) const {
  for (auto& [name, least] : piece.from) least += largest_shift;
  piece.proof = attempt(piece.fixed, piece.from);
  for (const auto& [name, minimum] : from) {
    Integer low = minimum;
    Integer high = piece.from.at(name);
    while (low < high) {
      const Integer middle = (low + high) / 2;
      Sizes corner = piece.from;
      corner[name] = middle;
      if (auto proof = succeeds(piece.fixed, corner)) {
        piece.proof = std::move(proof);
        high = middle;
      } else {
        low = middle + 1;
      }
    }
    piece.from[name] = high;
  }
  piece.closed = piece.from;
}

bool CornerSearch::is_stated(const Sizes& sizes) const {
  return std::all_of(text_.sizes.begin(), text_.sizes.end(), [&](const SizeStatement& size) {
    try {
      return evaluate_truth(size.condition, names_of(sizes));
    } catch (const NetworkError& error) {
      refuse(size.place, fmt::format("the condition {} has no value at {}: {}",
                                     language::to_string(size.condition), to_string(sizes), error.what()));
    }
  });
}

Sizes CornerSearch::stated_in(const Piece& piece) const {
  for (long step = 0; step <= largest_shift; ++step) {
    Sizes sizes = piece.fixed;
    for (const auto& [name, least] : piece.from) sizes[name] = least + step;
    if (is_stated(ends_.actual(sizes))) return ends_.actual(sizes);
    for (const auto& [grown, least] : piece.from) {
      Sizes one = piece.fixed;
      one.insert(piece.from.begin(), piece.from.end());
      one[grown] = least + step;
      if (is_stated(ends_.actual(one))) return ends_.actual(one);
    }
  }
  throw Refusal("sizes", "the theorem speaks of none of the first sizes of this range");
}

}  // namespace attest::theorems
