#include "theorems/table_cases.hpp"

#include <fmt/format.h>

namespace attest::theorems {

namespace {

using language::Expression;
using language::Op;

class Cases {
 public:
  explicit Cases(const language::Node& cell) : cell_(cell), table_(*cell.table) {}

  // The value as a function of the arguments behind `depth`, of which the cells begin at `first`.
  Expression level(std::size_t depth, std::size_t first) const {
    if (depth == table_.domains.size()) return number(table_.cells[first]);
    std::size_t stride = 1;
    for (std::size_t k = depth + 1; k < table_.domains.size(); ++k) stride *= table_.domains[k].size();
    // A name that no paper has.
    const std::string y = fmt::format("{}_at_argument_{}", table_.name, depth + 1);
    const Expression argument = language::name(y, cell_.place);
    const Expression known = node(Op::element, {argument, domain(depth)});
    const Expression outside =
        node(Op::divide, {number(Rational(1)), node(Op::subtract, {argument, argument})});
    const Expression inside = halves(argument, depth, 0, table_.domains[depth].size(), first, stride);
    return language::node(Op::let, {cell_.children[depth], node(Op::conditional, {known, inside, outside})},
                          cell_.place, y);
  }

 private:
  Expression node(Op op, std::vector<Expression> children) const {
    return language::node(op, std::move(children), cell_.place);
  }

  Expression domain(std::size_t depth) const {
    std::vector<Expression> members;
    for (const Rational& x : table_.domains[depth]) members.push_back(number(x));
    return node(Op::set, std::move(members));
  }

  Expression halves(const Expression& y, std::size_t depth, std::size_t begin, std::size_t end,
                    std::size_t first, std::size_t stride) const {
    if (end - begin == 1) return level(depth + 1, first + begin * stride);
    const std::size_t middle = begin + (end - begin) / 2;
    const Expression before = node(Op::less_equal, {y, number(table_.domains[depth][middle - 1])});
    return node(Op::conditional, {before, halves(y, depth, begin, middle, first, stride),
                                  halves(y, depth, middle, end, first, stride)});
  }

  Expression number(const Rational& value) const { return language::number(value, cell_.place); }

  const language::Node& cell_;
  const language::KnownTable& table_;
};

}  // namespace

Expression by_cases(const language::Node& cell) {
  return Cases(cell).level(0, 0);
}

}  // namespace attest::theorems
