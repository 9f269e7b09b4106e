#include "theorems/lets.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <map>
#include <set>
#include <stdexcept>
#include <string>
#include <vector>

#include "theorems/fields.hpp"
#include "theorems/network_value.hpp"
#include "theorems/patch.hpp"

namespace attest::theorems {

namespace {

using language::Node;
using language::Op;

constexpr int deepest_lets = 32;
constexpr std::size_t most_nodes = 1U << 16U;

// The definition at those values, all arguments at once: a value may speak of something that is called as a later
// argument is (f(j, i) inside of a definition of i and j), so that such arguments get a name that no text has.
Expression applied(const LetStatement& let, const std::vector<Expression>& values) {
  Expression body = let.value;
  std::vector<std::string> arguments = let.arguments;
  for (std::size_t k = 1; k < arguments.size(); ++k) {
    const auto speaks_of_it = [&](const Expression& value) {
      const std::vector<std::string> names = language::free_names(value);
      return std::find(names.begin(), names.end(), arguments[k]) != names.end();
    };
    if (std::none_of(values.begin(), values.begin() + static_cast<std::ptrdiff_t>(k), speaks_of_it)) continue;
    const std::string renamed = arguments[k] + "'";
    body = substituted(body, arguments[k], language::name(renamed, let.place));
    arguments[k] = renamed;
  }
  for (std::size_t k = 0; k < arguments.size(); ++k) body = substituted(body, arguments[k], values[k]);
  return body;
}

class WrittenOut {
 public:
  explicit WrittenOut(const std::vector<LetStatement>& lets) : lets_(lets) {}

  Expression operator()(const Expression& e) {
    if (++nodes_ > most_nodes) refuse(e->place, "this grows too long when its definitions are written out");
    if (const LetStatement* let = meant_by(*e)) {
      if (depth_ == deepest_lets)
        refuse(let->place, fmt::format("'let {}' needs itself; 'iterate' repeats a step", let->name));
      std::vector<Expression> values;
      for (std::size_t k = 0; k < let->arguments.size(); ++k) values.push_back((*this)(e->children[k]));
      Expression body = applied(*let, values);
      ++depth_;
      body = (*this)(body);
      --depth_;
      return body;
    }
    auto copy = std::make_shared<Node>(*e);
    for (Expression& child : copy->children) child = (*this)(child);
    for (auto& binder : copy->binders) binder.range = (*this)(binder.range);
    if (copy->such_that) copy->such_that = (*this)(copy->such_that);
    return copy;
  }

 private:
  const LetStatement* meant_by(const Node& e) const {
    const auto find = [&](const std::string& name, std::size_t arguments) -> const LetStatement* {
      for (const LetStatement& let : lets_) {
        if (let.name == name && let.arguments.size() == arguments) return &let;
      }
      return nullptr;
    };
    if (e.op == Op::name) return find(e.name, 0);
    if (e.op == Op::subscript) return find(whole_name(e), 0);
    return e.op == Op::call ? find(e.name, e.children.size()) : nullptr;
  }

  const std::vector<LetStatement>& lets_;
  int depth_ = 0;
  std::size_t nodes_ = 0;
};

}  // namespace

Expression without_lets(const Expression& expression, const std::vector<LetStatement>& lets) {
  if (lets.empty() || !expression) return expression;
  return WrittenOut(lets)(expression);
}

TheoremText with_lets_written_out(TheoremText text) {
  const std::vector<LetStatement> lets = text.lets;
  const auto write_out = [&](Expression& e) { e = without_lets(e, lets); };
  change_expressions(text.sizes, write_out);
  change_expressions(text.limits, write_out);
  change_expressions(text.parameters, write_out);
  change_expressions(text.inputs, write_out);
  change_expressions(text.tokens, write_out);
  change_expressions(text.layers, write_out);
  change_expressions(text.readout, write_out);
  change_expressions(text.checks, write_out);
  for (ReadAsStatement& reading : text.readings) {
    write_out(reading.printed);
    write_out(reading.expression);
  }
  for (TaskStatement& task : text.tasks) {
    change_expressions(task.at, write_out);
    change_expressions(task.dimension, write_out);
    change_expressions(task.within, write_out);
  }
  return text;
}

namespace {

// `met` is told of each reading that is taken.
TheoremText with_readings(TheoremText text, const std::function<void(const ReadAsStatement&)>& met) {
  const std::vector<ReadAsStatement> readings = text.readings;
  const auto read = [&](const auto& self, const Expression& e) -> Expression {
    for (const ReadAsStatement& reading : readings) {
      if (!language::same(e, reading.printed)) continue;
      met(reading);
      return reading.expression;
    }
    auto copy = std::make_shared<Node>(*e);
    for (Expression& child : copy->children) child = self(self, child);
    for (auto& binder : copy->binders) binder.range = self(self, binder.range);
    if (copy->such_that) copy->such_that = self(self, copy->such_that);
    return copy;
  };
  const auto change = [&](Expression& e) { e = read(read, e); };
  change_expressions(text.tokens, change);
  change_expressions(text.layers, change);
  change_expressions(text.readout, change);
  return text;
}

}  // namespace

TheoremText with_readings(TheoremText text) {
  return with_readings(std::move(text), [](const ReadAsStatement&) {});
}

TheoremText without_idle_readings(TheoremText text) {
  if (text.readings.empty()) return text;
  std::set<std::string> used;
  with_readings(with_lets_written_out(text),
                [&](const ReadAsStatement& reading) { used.insert(reading.literal); });
  std::erase_if(text.readings,
                [&](const ReadAsStatement& reading) { return used.count(reading.literal) == 0; });
  return text;
}

void refuse_idle_readings(const TheoremText& text) {
  // By line and literal, since every variant has a copy of its own.
  std::map<std::pair<long, std::string>, std::pair<Place, bool>> used;
  for (const std::string& name : variant_names(text)) {
    const TheoremText variant = variant_of(text, name);
    std::map<std::string, long> line_of;
    for (const ReadAsStatement& reading : variant.readings) {
      const auto [before, is_first] = line_of.try_emplace(reading.literal, reading.place.line);
      if (!is_first)
        refuse(reading.place,
               fmt::format("a second reading of {}, which line {} reads", reading.literal, before->second));
      used.try_emplace({reading.place.line, reading.literal}, reading.place, false);
    }
    if (variant.readings.empty()) continue;
    with_readings(with_lets_written_out(variant), [&](const ReadAsStatement& reading) {
      used.at({reading.place.line, reading.literal}).second = true;
    });
  }
  for (const auto& [reading, where] : used) {
    if (!where.second)
      refuse(where.first,
             fmt::format("{} stands nowhere in tokens, layers and readout, so that there is nothing to read",
                         reading.second));
  }
}

Expression substituted(const Expression& expression, const std::string& name, const Expression& by) {
  try {
    return language::substitute(expression, name, by);
  } catch (const language::NoIndex& error) {
    throw NetworkError(expression->place, error.what());
  } catch (const std::invalid_argument& error) {
    refuse(expression->place, error.what());
  }
}

}  // namespace attest::theorems
