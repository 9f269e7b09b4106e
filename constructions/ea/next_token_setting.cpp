#include "constructions/ea/next_token_setting.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "claims/usage_error.hpp"

namespace attest {

namespace {

bool same_size(const NextTokenHead& a, const NextTokenHead& b) {
  return a.embedding_dimension() == b.embedding_dimension() && a.head_dimension() == b.head_dimension() &&
         a.mlp.parameters() == b.mlp.parameters();
}

std::string list(const std::vector<long>& rows) {
  std::string text = std::to_string(rows.front());
  if (rows.back() - rows.front() + 1 == static_cast<long>(rows.size())) {
    return rows.size() == 1 ? text : fmt::format("{} to {}", rows.front(), rows.back());
  }
  for (std::size_t k = 1; k < rows.size(); ++k) text += fmt::format(", {}", rows[k]);
  return text;
}

}  // namespace

std::vector<ParameterSpec> next_token_parameters() {
  return {integer_parameter("N", 2, 256, "number of symbols, 0 to N-1; there are N^context contexts"),
          integer_parameter("tau", 1, 63, "delay: the next token is [x(t-tau) + x(t-tau-1)] % N"),
          integer_parameter("context", 2, 64, "number of tokens in the context, at least tau+1")};
}

NextTokenSizes next_token_sizes(const Parameters& parameters) {
  const NextTokenSizes sizes{parameters.integer("N"), parameters.integer("tau"),
                             parameters.integer("context")};
  if (sizes.context <= sizes.tau) {
    throw UsageError("context", std::to_string(sizes.context),
                     fmt::format("at least tau+1 = {} tokens", sizes.tau + 1));
  }
  return sizes;
}

NextTokenLayerSetting::NextTokenLayerSetting(Variant variant, const Parameters& parameters,
                                             NextTokenHead head)
    : ExactSetting(variant, parameters),
      sizes_(next_token_sizes(parameters)),
      task_(sizes_.N, sizes_.tau, sizes_.context),
      layer_(std::move(head), sizes_.N, sizes_.context),
      vanishing_rows_(layer_.rows_without_normaliser()) {
  choices_ = {"every context of N^context is an input, also those that NT would not have generated itself",
              "the next token is read at the last token of the context, as the nearest integer to the "
              "network's output",
              "the paper's layer normalisation, tanh layer and d N_con x d readout are replaced by a network "
              "of three "
              "rectified units"};
}

std::vector<Rational> NextTokenLayerSetting::last_row(std::span<const Symbol> word) const {
  return layer_.weights(word, sizes_.context).value();  // runnable(): it has a normaliser
}

Rational NextTokenLayerSetting::attended_sum(std::span<const Symbol> word) const {
  return layer_.attention(word, last_row(word));
}

std::vector<ExactOutput> NextTokenLayerSetting::outputs(std::span<const Symbol> word) const {
  const std::vector<Rational> weights = last_row(word);
  const Rational most = *std::max_element(weights.begin(), weights.end());
  Json winner = Json::array();
  for (std::size_t k = 0; k < weights.size(); ++k) {
    if (weights[k] == most) winner.push_back(k + 1);
  }
  return {{layer_.output(word, layer_.attention(word, weights)), std::move(winner)}};
}

Size NextTokenLayerSetting::size() const {
  return {1, layer_.head().embedding_dimension(), layer_.head().mlp.parameters()};
}

Check NextTokenLayerSetting::normaliser_check() const {
  if (!vanishing_rows_.empty()) {
    return ill_formed("normaliser",
                      fmt::format("row {} can have the normalisation factor 0, and eq. (2) is 0/0 there",
                                  list(vanishing_rows_)));
  }
  return holds(
      "normaliser", Evidence::enumeration,
      fmt::format(
          "each of the {} rows has a weight that is not 0 before normalisation, whatever the symbols are",
          sizes_.context));
}

Check NextTokenLayerSetting::size_check(
    const std::function<NextTokenHead(const NextTokenSizes&)>& head_of) const {
  const NextTokenHead& here = layer_.head();
  const auto [N, tau, context] = sizes_;
  const bool grows = !same_size(here, head_of({N + 1, tau, context})) ||
                     !same_size(here, head_of({N, tau + 1, context + 1})) ||
                     !same_size(head_of({N, tau, context + 1}), head_of({2 * N, 2 * tau, 2 * (context + 1)}));
  const std::string text =
      fmt::format("1 head of dimension {}, embedding dimension {}, {} network parameters; {}",
                  here.head_dimension(), here.embedding_dimension(), here.mlp.parameters(),
                  grows ? "other sizes have others"
                        : "the same for N+1 and for tau+1 with context+1; all longer contexts have one size");
  return grows ? refuted(Kind::constant, "size", text) : holds("size", Evidence::enumeration, text);
}

}  // namespace attest
