#include "verification/constant_size.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <stdexcept>

#include "claims/whole_claim.hpp"

namespace attest {

namespace {

bool same(const Size& a, const Size& b) {
  return a.heads == b.heads && a.embedding_dimension == b.embedding_dimension &&
         a.mlp_parameters == b.mlp_parameters;
}

std::string size_text(const Size& size) {
  return fmt::format("{} head{}, d = {}, {} network parameters", size.heads, size.heads == 1 ? "" : "s",
                     size.embedding_dimension, size.mlp_parameters);
}

}  // namespace

Size size_of(const Construction& record, const SoftmaxLayer& layer) {
  return {1, static_cast<long>(layer.dimension()), record.mlp_parameters};
}

Check constant_size(const std::vector<SizeAt>& sizes) {
  if (sizes.size() < 2) throw std::logic_error("one size says nothing about constancy");
  std::vector<std::string> places;
  for (const SizeAt& at : sizes) {
    if (!same(at.size, sizes.front().size)) {
      return refuted(Kind::constant, "size",
                     fmt::format("{} at {}, but {} at {}", size_text(sizes.front().size), sizes.front().where,
                                 size_text(at.size), at.where));
    }
    places.push_back(at.where);
  }
  return holds(
      "size", Evidence::enumeration,
      fmt::format("{} in the layers built for {}", size_text(sizes.front().size), fmt::join(places, ", ")));
}

}  // namespace attest
