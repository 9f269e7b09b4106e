#include "reductions/explain/explained_instance.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cstdlib>

#include "reductions/files/formula_json.hpp"
#include "reductions/files/vector_sets.hpp"

namespace attest {

using problems::Cnf;
using problems::InnerProducts;

namespace {

constexpr std::size_t listed_vectors = 8;  // of a set
constexpr std::size_t listed_clauses = 24;
constexpr std::size_t longest_bits = 44;  // of a vector, with the spaces between its blocks

// The bits, a space between two blocks of coordinates.
std::string by_blocks(const std::string& bits, const std::vector<CoordinateBlock>& blocks) {
  std::string text;
  std::size_t from = 0;
  for (const CoordinateBlock& block : blocks) {
    if (block.width == 0) continue;
    text += (text.empty() ? "" : " ") + bits.substr(from, block.width);
    from += block.width;
  }
  if (blocks.empty()) text = bits;
  if (text.size() > longest_bits)
    text = fmt::format("{}.. ({} bits)", text.substr(0, longest_bits - 12), bits.size());
  return text.empty() ? "-" : text;
}

std::string said_clause(const problems::Clause& clause) {
  std::vector<std::string> literals;
  for (const int literal : clause.literals)
    literals.push_back(fmt::format("{}x{}", literal < 0 ? "not " : "", std::abs(literal)));
  return literals.empty() ? "empty" : fmt::format("{}", fmt::join(literals, " or "));
}

}  // namespace

std::string said_tuple(const problems::Tuple& tuple) {
  std::vector<std::size_t> shown;
  for (const std::size_t i : tuple) shown.push_back(i + 1);
  return fmt::format("({})", fmt::join(shown, ","));
}

std::string said_numbers(const std::vector<long>& numbers) {
  return fmt::format("({})", fmt::join(numbers, ","));
}

std::string said_question(const Instance& instance, long most_falsified) {
  if (std::holds_alternative<Cnf>(instance)) {
    return most_falsified == 0
               ? std::string("is there an assignment under which no clause is false?")
               : fmt::format("is there an assignment that falsifies a weight of at most {}?", most_falsified);
  }
  if (const auto* vectors = std::get_if<InnerProducts>(&instance)) {
    std::vector<std::string> wanted;
    for (const auto& constraint : vectors->constraints) {
      std::vector<std::size_t> members;
      for (const std::size_t i : constraint.members) members.push_back(i + 1);
      wanted.push_back(fmt::format("{} of sets {}", constraint.target, fmt::join(members, ",")));
    }
    std::string text = fmt::format("is there one vector in each set with the inner product{} {}?",
                                   wanted.size() == 1 ? "" : "s", fmt::join(wanted, "; "));
    if (vectors->epsilon) {
      const long m = vectors->constraints.front().target;
      text +=
          fmt::format(" (promised: {} or at most {})", m, to_string(Rational((1 - *vectors->epsilon) * m)));
    }
    return text;
  }
  return "is the output of some judged row above the threshold?";
}

std::string said_solution(const Solution& solution) {
  if (const auto* assignment = std::get_if<problems::Assignment>(&solution)) {
    std::vector<std::string> values;
    for (std::size_t v = 0; v < assignment->size(); ++v)
      values.push_back(fmt::format("x{} = {}", v + 1, (*assignment)[v] ? 1 : 0));
    return values.empty() ? "no variable" : fmt::format("{}", fmt::join(values, ", "));
  }
  if (const auto* tuple = std::get_if<problems::Tuple>(&solution)) return "vectors " + said_tuple(*tuple);
  return fmt::format("row {} of the output", std::get<AttentionRow>(solution).row + 1);
}

std::string said_size(const Instance& instance) {
  if (const auto* formula = std::get_if<Cnf>(&instance))
    return fmt::format("{} variable{}, {} clause{}", formula->variables, formula->variables == 1 ? "" : "s",
                       formula->clauses.size(), formula->clauses.size() == 1 ? "" : "s");
  if (const auto* vectors = std::get_if<InnerProducts>(&instance)) {
    std::vector<std::size_t> sizes;
    for (const auto& set : vectors->sets) sizes.push_back(set.size());
    const bool equal = std::adjacent_find(sizes.begin(), sizes.end(), std::not_equal_to<>()) == sizes.end();
    return fmt::format(
        "{} sets of {} vectors of length {}", sizes.size(),
        equal && !sizes.empty() ? std::to_string(sizes.front()) : fmt::format("{}", fmt::join(sizes, ", ")),
        vectors->dimension());
  }
  const auto& attention = std::get<problems::AttentionInstance>(instance);
  return fmt::format("{} matrices of {} x {}, h = {}", attention.q.size(), attention.tokens(),
                     attention.dimension(), attention.h.to_string());
}

void add_formula(const Cnf& formula, const problems::Assignment* assignment, Walkthrough& walk) {
  const bool weighted = std::any_of(formula.clauses.begin(), formula.clauses.end(),
                                    [](const auto& clause) { return clause.weight != 1; });
  std::vector<std::string> header{"clause", "literals"};
  if (weighted) header.emplace_back("weight");
  if (assignment != nullptr) header.emplace_back("under that assignment");
  WalkSection& section = walk.section("the formula", header);
  const std::size_t shown = std::min(listed_clauses, formula.clauses.size());
  if (shown < formula.clauses.size())
    section.title +=
        fmt::format(" ({} of {} clauses; all of them with --format json)", shown, formula.clauses.size());
  for (std::size_t c = 0; c < shown; ++c) {
    const problems::Clause& clause = formula.clauses[c];
    std::vector<std::string> row{std::to_string(c + 1), said_clause(clause)};
    if (weighted) row.push_back(std::to_string(clause.weight));
    if (assignment != nullptr) row.emplace_back(problems::satisfied(clause, *assignment) ? "true" : "false");
    section.rows.push_back(std::move(row));
  }
}

void add_vectors(const InnerProducts& instance, const std::string& title, const Labels& labels,
                 std::uint64_t target, const std::vector<std::set<std::size_t>>& shown, Walkthrough& walk) {
  std::vector<CoordinateBlock> blocks;
  if (labels.coordinates) blocks = labels.coordinates();
  const bool encodes = static_cast<bool>(labels.vector);
  std::vector<std::string> header{"set", "vector", "bits"};
  if (encodes) header.emplace_back("encodes");
  WalkSection& section = walk.section(title, header);
  std::size_t first = 1;
  for (std::size_t b = 0; b < blocks.size(); ++b) {
    if (blocks.size() > 12 && b == 11) {
      section.remarks.emplace_back("", fmt::format("and {} more blocks", blocks.size() - b));
      break;
    }
    const std::size_t last = first + blocks[b].width - 1;
    section.remarks.emplace_back(blocks[b].width == 1   ? fmt::format("bit {}", first)
                                 : blocks[b].width == 0 ? std::string("no bit")
                                                        : fmt::format("bits {}-{}", first, last),
                                 blocks[b].label);
    first += blocks[b].width;
  }
  for (std::size_t s = 0; s < instance.sets.size(); ++s) {
    std::set<std::size_t> rows;
    if (s < shown.size()) {
      for (const std::size_t row : shown[s]) {
        if (rows.size() < listed_vectors) rows.insert(row);
      }
    }
    for (std::size_t row = 0; row < instance.sets[s].size() && rows.size() < listed_vectors; ++row)
      rows.insert(row);
    bool begun = false;
    for (const std::size_t row : rows) {
      const std::string set =
          labels.set ? fmt::format("{}: {}", s + 1, labels.set(s)) : std::to_string(s + 1);
      std::vector<std::string> cells{begun ? "" : set, std::to_string(row + 1),
                                     by_blocks(instance.sets[s].text(row), blocks)};
      if (encodes) cells.push_back(labels.vector(target, s, row));
      section.rows.push_back(std::move(cells));
      begun = true;
    }
    if (rows.size() < instance.sets[s].size()) {
      std::vector<std::string> cells{"", fmt::format("{} others", instance.sets[s].size() - rows.size()), ""};
      if (encodes) cells.emplace_back("");
      section.rows.push_back(std::move(cells));
    }
  }
}

Json instance_json(const Instance& instance) {
  if (const auto* formula = std::get_if<Cnf>(&instance)) return formula_json(*formula);
  if (const auto* vectors = std::get_if<InnerProducts>(&instance)) {
    Json json = Json::parse(vector_sets_json(*vectors));
    json.erase("format");
    return json;
  }
  const auto& attention = std::get<problems::AttentionInstance>(instance);
  return {{"h", attention.h.to_string()},
          {"rows", attention.rows},
          {"columns", attention.dimension()},
          {"B^k", to_string(attention.power_of_b)}};
}

}  // namespace attest
