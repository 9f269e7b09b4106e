#include "theorems/readout_of.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "numeric/checked.hpp"
#include "theorems/vector_parts.hpp"

namespace attest::theorems {

namespace {

using attention::Readout;
using language::Expression;
using language::Op;
using language::Quantifier;

constexpr std::size_t most_operands = 1U << 20U;  // of a sum, a maximum or a minimum over ranges
constexpr long most_degree = 64;  // so that powers of powers stay short when they are written out

// Refuses what would become too long, before it is made.
void refuse_degree(const Expression& e, const Integer& degree) {
  if (degree > most_degree)
    refuse(e->place,
           fmt::format("a readout of degree {}; at most {} is evaluated", degree.str(), most_degree));
}

Readout product_of(const Expression& e, const Readout& a, const Readout& b) {
  refuse_degree(e, Integer(a.degree()) + b.degree());
  return Readout::product({a, b});
}

// base^exponent as a product, the exponent a number 0, 1, 2, ..
Readout power_of(const Expression& e, const Readout& base, const NetworkNames& constants) {
  const Rational exponent = evaluate_number(e->children[1], constants);
  if (exponent < 0 || denominator_of(exponent) != 1)
    refuse(e->children[1]->place,
           fmt::format("{} is no exponent of a coordinate; expected 0, 1, 2, ..", to_string(exponent)));
  refuse_degree(e, numerator_of(exponent) * std::max(base.degree(), 1L));
  const auto count = static_cast<std::size_t>(to_long(numerator_of(exponent)));
  return Readout::product(std::vector<Readout>(count, base));
}

bool speaks_of_stream(const language::Node& e, const CoordinateNames& coordinate) {
  const bool name = e.op == Op::name || e.op == Op::member || e.op == Op::subscript || e.op == Op::call;
  try {
    if (name && coordinate(e)) return true;
  } catch (const NetworkError&) {  // a coordinate of a block, at an index that has no number here
    return true;
  }
  return std::any_of(e.children.begin(), e.children.end(),
                     [&](const Expression& child) { return speaks_of_stream(*child, coordinate); });
}

// A matrix as it is written: a tuple of rows, or one row of numbers.
std::vector<std::vector<Rational>> matrix_of(const Expression& expression, const NetworkNames& names) {
  std::vector<std::vector<Rational>> rows;
  const bool nested = expression->op == Op::tuple && !expression->children.empty() &&
                      expression->children[0]->op == Op::tuple;
  if (!nested) return {evaluate_vector(expression, names)};
  for (const Expression& row : expression->children) rows.push_back(evaluate_vector(row, names));
  return rows;
}

// What stands behind the binders of a sum, a maximum or a minimum over ranges of sizes, for every choice of the
// indices that `where` leaves, with numbers in the place of the indices. The first binder is written out in all
// that it reaches: in the ranges behind it, in the condition and in the body.
void add_operands(const Expression& e, const NetworkNames& constants, const CoordinateNames& coordinate,
                  std::vector<Expression>& operands) {
  const auto refuse_stream = [&](const Expression& part) {
    if (speaks_of_stream(*part, coordinate))
      refuse(part->place, "what a readout ranges over does not hang on the stream");
  };
  if (e->binders.empty()) {
    if (e->such_that) {
      refuse_stream(e->such_that);
      if (!evaluate_truth(e->such_that, constants)) return;
    }
    if (operands.size() >= most_operands)
      refuse(e->place, fmt::format("more than {} operands in a readout", most_operands));
    operands.push_back(e->children[0]);
    return;
  }
  const language::Binder first = e->binders.front();
  language::Node rest = *e;
  rest.binders.erase(rest.binders.begin());
  const Expression behind = std::make_shared<const language::Node>(std::move(rest));
  refuse_stream(first.range);
  for (const Rational& x : evaluate_set(first.range, constants))
    add_operands(language::substitute(behind, first.name, language::number(x, first.place)), constants,
                 coordinate, operands);
}

// sum, max or min over ranges of sizes; what `else` says of an empty range goes for the stream as well.
Readout quantified(const Expression& e, const NetworkNames& constants, const CoordinateNames& coordinate) {
  std::vector<Expression> operands;
  add_operands(e, constants, coordinate, operands);
  std::vector<Readout> all;
  for (const Expression& operand : operands) all.push_back(readout_of(operand, constants, coordinate));
  if (e->quantifier == Quantifier::sum) {
    Readout sum = Readout::constant(0);
    for (Readout& term : all) sum = Readout::sum(std::move(sum), std::move(term));
    return sum;
  }
  if (all.empty()) {
    if (e->children.size() > 1) return readout_of(e->children[1], constants, coordinate);
    throw NetworkError(e->place, fmt::format("'{}' of an empty range", language::to_string(e->quantifier)));
  }
  return e->quantifier == Quantifier::max ? Readout::maximum(std::move(all))
                                          : Readout::minimum(std::move(all));
}

bool is_block(const language::Node& e, const std::vector<std::string>& names) {
  return e.op == Op::name && std::any_of(names.begin(), names.end(), [&](const std::string& name) {
           return name.starts_with(e.name + "(");
         });
}

void refuse_blocks(const language::Node& e, const std::vector<std::string>& names) {
  if (is_block(e, names))
    refuse(e.place,
           fmt::format("'{0}' is a vector, and stands by itself in a readout; in a formula each of its "
                       "numbers is written, as in each k in [2]: -{0}(k)",
                       e.name));
  for (const Expression& child : e.children) refuse_blocks(*child, names);
}

}  // namespace

Readout readout_of(const Expression& e, const NetworkNames& constants, const CoordinateNames& coordinate) {
  const auto child = [&](std::size_t k) { return readout_of(e->children[k], constants, coordinate); };
  const auto children = [&] {
    std::vector<Readout> all;
    for (std::size_t k = 0; k < e->children.size(); ++k) all.push_back(child(k));
    if (all.empty()) refuse(e->place, fmt::format("'{}' of nothing", e->name));
    return all;
  };
  switch (e->op) {
    case Op::name:
    case Op::member:
    case Op::subscript:
    case Op::call:
      if (const auto index = coordinate(*e)) return Readout::coordinate(*index);
      if (e->op == Op::call && e->name == "max") return Readout::maximum(children());
      if (e->op == Op::call && e->name == "min") return Readout::minimum(children());
      if (e->op != Op::call || e->children.size() != 1) break;
      if (e->name == "relu") return Readout::positive_part(child(0));
      if (e->name == "abs") return Readout::absolute(child(0));
      break;
    case Op::negate:
      return Readout::scaled(-1, child(0));
    case Op::add:
      return Readout::sum(child(0), child(1));
    case Op::subtract:
      return Readout::sum(child(0), Readout::scaled(-1, child(1)));
    case Op::multiply: {
      const Readout a = child(0);
      const Readout b = child(1);
      if (const auto factor = a.constant_value()) return Readout::scaled(*factor, b);
      if (const auto factor = b.constant_value()) return Readout::scaled(*factor, a);
      return product_of(e, a, b);
    }
    case Op::power:
      if (!speaks_of_stream(*e, coordinate)) break;
      if (speaks_of_stream(*e->children[1], coordinate))
        refuse(e->place, "an exponent that reads the stream is not evaluated");
      return power_of(e, child(0), constants);
    case Op::divide: {
      const auto divisor = child(1).constant_value();
      if (!divisor) refuse(e->place, "a division by a coordinate is not evaluated");
      if (*divisor == 0) throw NetworkError(e->place, "a division by zero");
      return Readout::scaled(Rational(1) / *divisor, child(0));
    }
    case Op::tuple:
      if (e->children.size() == 1) return child(0);
      break;
    case Op::quantifier:
      if (e->quantifier != Quantifier::sum && e->quantifier != Quantifier::max &&
          e->quantifier != Quantifier::min)
        break;
      return quantified(e, constants, coordinate);
    case Op::conditional:
      if (speaks_of_stream(*e->children[0], coordinate))
        refuse(e->place, "a condition on the stream is not evaluated in a readout of one layer");
      return child(evaluate_truth(e->children[0], constants) ? 1 : 2);
    default:
      break;
  }
  if (speaks_of_stream(*e, coordinate))
    refuse(
        e->place,
        "of the stream only sums, products, powers, relu, abs, min, max, 'if' over sizes and sum, max and min "
        "over ranges of sizes are evaluated");
  return Readout::constant(evaluate_number(e, constants));
}

std::vector<Readout> readouts_of(const Expression& e, const NetworkNames& constants,
                                 const std::vector<std::string>& names, const CoordinateNames& coordinate) {
  std::vector<Readout> all;
  for (const Expression& part : parts_of(e, constants)) {
    if (!is_block(*part, names)) {
      refuse_blocks(*part, names);
      all.push_back(readout_of(part, constants, coordinate));
      continue;
    }
    for (std::size_t c = 0; c < names.size(); ++c) {
      if (names[c].starts_with(part->name + "(")) all.push_back(Readout::coordinate(c));
    }
  }
  return all;
}

std::vector<Readout> readouts_of(const ReadoutStatement& statement, std::size_t dimension,
                                 const NetworkNames& constants) {
  std::vector<Readout> before;
  for (std::size_t c = 0; c < dimension; ++c) before.push_back(Readout::coordinate(c));
  for (std::size_t k = 0; k < statement.maps.size(); ++k) {
    const auto& map = statement.maps[k];
    const auto weight = matrix_of(map.weight, constants);
    std::vector<Rational> bias(weight.size(), Rational(0));
    if (map.bias) bias = evaluate_vector(map.bias, constants);
    if (bias.size() != weight.size()) {
      throw NetworkError(map.place, fmt::format("{} rows and {} biases", weight.size(), bias.size()));
    }
    std::vector<Readout> next;
    for (std::size_t r = 0; r < weight.size(); ++r) {
      if (weight[r].size() != before.size()) {
        throw NetworkError(map.place,
                           fmt::format("row {} of the matrix has {} entries, and there are {} inputs", r + 1,
                                       weight[r].size(), before.size()));
      }
      Readout sum = Readout::constant(bias[r]);
      for (std::size_t c = 0; c < before.size(); ++c) {
        if (weight[r][c] != 0) sum = Readout::sum(sum, Readout::scaled(weight[r][c], before[c]));
      }
      next.push_back(k + 1 < statement.maps.size() ? Readout::positive_part(sum) : sum);
    }
    before = std::move(next);
  }
  return before;
}

}  // namespace attest::theorems
