#include "language/quantified_answer.hpp"

namespace attest::language {

std::optional<QuantifiedAnswer> quantified_answer(const Expression& expression, const Names& names,
                                                  const std::vector<long>& indices, const CellValues& values,
                                                  TableLimits& limits) {
  const bool exists = is_quantifier(expression, Quantifier::exists);
  if (!exists && !is_quantifier(expression, Quantifier::forall)) return std::nullopt;
  return where_tables_are([&] {
    QuantifiedAnswer answer{exists, {}};
    each_instance(expression, names, indices,
                  [&](const Expression& body, const Names& own_names, const std::vector<long>& own_indices) {
                    if (answer.conditions.size() >= limits.tables) throw NoTables();
                    const Truth truth(body, own_names, Type::Kind::truth);
                    answer.conditions.push_back(cell_table<bool>(truth, own_indices, values, limits));
                  });
    return answer;
  });
}

}  // namespace attest::language
