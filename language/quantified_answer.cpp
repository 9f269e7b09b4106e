#include "language/quantified_answer.hpp"

#include <stdexcept>

#include "language/message.hpp"

namespace attest::language {

std::optional<QuantifiedAnswer> quantified_answer(const Expression& expression, const Names& names,
                                                  const std::vector<long>& indices, const CellValues& values,
                                                  TableLimits& limits) {
  const bool exists = is_quantifier(expression, Quantifier::exists);
  if (!exists && !is_quantifier(expression, Quantifier::forall)) return std::nullopt;
  try {
    QuantifiedAnswer answer{exists, {}};
    each_instance(expression, names, indices,
                  [&](const Expression& body, const Names& own_names, const std::vector<long>& own_indices) {
                    if (answer.conditions.size() >= limits.tables) throw NoTables();
                    const Truth truth(body, own_names, Type::Kind::truth);
                    answer.conditions.push_back(cell_table<bool>(truth, own_indices, values, limits));
                  });
    return answer;
  } catch (const NoTables&) {
  } catch (const EvaluationError&) {        // the whole evaluation says where and why, if it is so
  } catch (const ParseError&) {             // a part that has no value of its own
  } catch (const std::invalid_argument&) {  // a name that means two things once it is an index
  }
  return std::nullopt;
}

}  // namespace attest::language
