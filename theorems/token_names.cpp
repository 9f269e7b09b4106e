#include "theorems/token_names.hpp"

#include <algorithm>

#include "numeric/checked.hpp"

namespace attest::theorems {

using language::Node;
using language::Op;

TokenNames::TokenNames(const TokenTable& tokens, attention::Kind kind, std::vector<std::string> indices,
                       std::vector<std::string> coordinates, RationalVector stream,
                       const NetworkNames& constants)
    : tokens_(tokens),
      kind_(kind),
      indices_(std::move(indices)),
      coordinates_(std::move(coordinates)),
      stream_(std::move(stream)) {
  names_.name = [this, &constants](const std::string& name) -> std::optional<NetworkValue> {
    if (auto value = plain(name)) return value;
    return constants.name ? constants.name(name) : std::nullopt;
  };
  names_.subscript = [this](const std::string& base,
                            const std::string& index) -> std::optional<NetworkValue> {
    if (indices_.size() != 1 || index != indices_.front()) return std::nullopt;
    return plain(base);
  };
  names_.call = [this, &constants](
                    const Node& call,
                    const std::vector<NetworkValue>& arguments) -> std::optional<NetworkValue> {
    bool own = call.children.size() == indices_.size();
    for (std::size_t k = 0; own && k < indices_.size(); ++k) {
      own = call.children[k]->op == Op::name && call.children[k]->name == indices_[k];
    }
    if (own) {
      if (auto value = plain(call.name)) return value;
    }
    // A number of a block of coordinates or of a feature that is a vector: word(2).
    const Rational* at = arguments.size() == 1 ? std::get_if<Rational>(&arguments[0].content) : nullptr;
    if (at != nullptr) {
      if (auto value = plain(call.name + "(" + to_string(*at) + ")")) return value;
    }
    return constants.call ? constants.call(call, arguments) : std::nullopt;
  };
  names_.member = [this](const std::string& base, const Node& field) -> std::optional<NetworkValue> {
    if (base != "stream") return std::nullopt;
    if (field.op == Op::name) {
      const auto at = std::find(coordinates_.begin(), coordinates_.end(), field.name);
      if (at == coordinates_.end()) return std::nullopt;
      return NetworkValue{stream_(at - coordinates_.begin())};
    }
    const auto number = field.op == Op::number ? fits_long(field.value) : std::nullopt;
    if (!number || *number < 1 || *number > stream_.size()) return std::nullopt;
    return NetworkValue{stream_(*number - 1)};
  };
}

std::optional<NetworkValue> TokenNames::plain(const std::string& name) const {
  for (std::size_t k = 0; k < indices_.size(); ++k) {
    if (indices_[k] == name) return NetworkValue{tokens_.indices_of(tokens_.token_of(kind_))[k]};
  }
  const auto at = std::find(coordinates_.begin(), coordinates_.end(), name);
  if (at != coordinates_.end()) return NetworkValue{stream_(at - coordinates_.begin())};
  const auto& features = tokens_.features_of(kind_);
  if (const auto found = features.find(name); found != features.end()) return NetworkValue{found->second};
  return std::nullopt;
}

}  // namespace attest::theorems
