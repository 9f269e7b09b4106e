#include "theorems/pair_values.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "claims/stop.hpp"
#include "theorems/token_names.hpp"

namespace attest::theorems {

namespace {

using language::Node;

constexpr std::size_t most_pair_numbers = std::size_t{1} << 22U;

// The values of one row statement, pair by pair.
class PairValueReader {
 public:
  PairValueReader(const HeadRows& rows, const RowStatement& row, const TokenTable& tokens,
                  const NetworkNames& constants)
      : row_(row), rows_(rows), vector_(rows.vector(row)), tokens_(tokens), constants_(constants) {}

  bool may_be(std::size_t variable, attention::Kind kind) const {
    return tokens_.possible(kind) && rows_.may_be(variable, tokens_.group_of(tokens_.token_of(kind)));
  }

  std::vector<Rational> at(attention::Kind receiver, attention::Kind sender) const {
    const std::size_t group = tokens_.group_of(tokens_.token_of(sender));
    const TokenNames theirs(tokens_, sender, rows_.indices(row_, group), {}, {}, constants_);
    const TokenNames own(tokens_, receiver, row_.receiver, {}, {}, constants_);
    NetworkNames names;
    // A feature has to say whose it is, and of a feature that is a vector nothing can say it.
    const auto is_feature = [&](const std::string& name) {
      return tokens_.features_of(receiver).contains(name) || tokens_.features_of(sender).contains(name);
    };
    names.name = [&](const std::string& name) -> std::optional<NetworkValue> {
      if (is_feature(name))
        throw NetworkError(row_.place, fmt::format("whose '{0}' is it: {0}_{1} or {0}_{2}?", name,
                                                   row_.receiver.front(), row_.indices.front()));
      if (auto value = own.names().name(name)) return value;
      return theirs.names().name(name);
    };
    names.subscript = [&](const std::string& base, const std::string& index) {
      auto value = own.names().subscript(base, index);
      return value ? value : theirs.names().subscript(base, index);
    };
    names.call = [&](const Node& call, const std::vector<NetworkValue>& arguments) {
      const Rational* at = arguments.size() == 1 ? std::get_if<Rational>(&arguments[0].content) : nullptr;
      if (at != nullptr && is_feature(fmt::format("{}({})", call.name, to_string(*at))))
        throw NetworkError(row_.place,
                           fmt::format("whose '{}' is it, the receiver's or the sender's?", call.name));
      auto value = own.names().call(call, arguments);
      return value ? value : theirs.names().call(call, arguments);
    };
    try {
      return evaluate_vector(vector_, names);
    } catch (const NetworkError& error) {
      throw NetworkError(error.place, fmt::format("{} (receiver: token {}; sender: token {})", error.what(),
                                                  tokens_.name_of(tokens_.token_of(receiver)).dump(),
                                                  tokens_.name_of(tokens_.token_of(sender)).dump()));
    }
  }

 private:
  const RowStatement& row_;
  const HeadRows& rows_;
  language::Expression vector_;
  const TokenTable& tokens_;
  const NetworkNames& constants_;
};

}  // namespace

PairValues pair_values(const HeadRows& rows, const RowStatement& row, const TokenTable& tokens,
                       const NetworkNames& constants) {
  if (rows.polynomial().variables() != 2 || rows.variable(row) != 1)
    refuse(row.place, "a value of receiver and sender is one of a head that looks at one token at a time");
  const PairValueReader reader(rows, row, tokens, constants);
  const std::size_t kinds = tokens.first().back();
  std::map<std::vector<std::vector<Rational>>, std::size_t> classes;  // by the values at every sender
  std::vector<std::optional<std::size_t>> class_of(kinds);            // of receivers
  PairValues result;
  bool known = false;
  for (attention::Kind receiver = 0; receiver < kinds; ++receiver) {
    if (!reader.may_be(0, receiver)) continue;
    std::vector<std::vector<Rational>> values(kinds);
    for (attention::Kind sender = 0; sender < kinds; ++sender) {
      if (sender % 256 == 0) check_stop();
      if (!reader.may_be(1, sender)) continue;
      values[sender] = reader.at(receiver, sender);
      if (known && values[sender].size() != result.length)
        throw NetworkError(row.place, "a value whose length varies");
      known = true;
      result.length = values[sender].size();
    }
    class_of[receiver] = classes.emplace(std::move(values), classes.size()).first->second;
    if (classes.size() * result.length * kinds > most_pair_numbers)
      refuse(row.place, "values of receiver and sender that are too many to write down");
  }
  result.terms = std::max<std::size_t>(classes.size(), 1);
  const RationalVector zeros =
      RationalVector::Constant(static_cast<Eigen::Index>(result.length * result.terms), Rational(0));
  const auto entry = [&](std::size_t l, std::size_t c) {
    return static_cast<Eigen::Index>(l * result.terms + c);
  };
  result.of_receiver = {0, std::vector<RationalVector>(kinds), std::nullopt};
  result.of_sender = {1, std::vector<RationalVector>(kinds), std::nullopt};
  for (attention::Kind kind = 0; kind < kinds; ++kind) {
    if (!class_of[kind]) continue;
    result.of_receiver.vectors[kind] = zeros;
    for (std::size_t l = 0; l < result.length; ++l)
      result.of_receiver.vectors[kind](entry(l, *class_of[kind])) = 1;
  }
  for (const auto& [values, c] : classes) {
    for (attention::Kind kind = 0; kind < kinds; ++kind) {
      if (values[kind].empty()) continue;
      RationalVector& vector = result.of_sender.vectors[kind];
      if (vector.size() == 0) vector = zeros;
      for (std::size_t l = 0; l < result.length; ++l) vector(entry(l, c)) = values[kind][l];
    }
  }
  return result;
}

}  // namespace attest::theorems
