#include "theorems/proof/symbolic_theorem.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "claims/usage_error.hpp"
#include "numeric/checked.hpp"
#include "theorems/constants.hpp"
#include "theorems/fields.hpp"
#include "theorems/lets.hpp"
#include "theorems/proof/symbolic_head.hpp"
#include "theorems/stream_coordinate.hpp"

namespace attest::theorems {

using language::Node;
using language::Op;
using proof::Laurent;
using proof::Refusal;

MeanForm& MeanForm::add(const MeanForm& other, const Laurent& factor) {
  fixed += factor * other.fixed;
  for (const auto& [mean, coefficient] : other.means) {
    means[mean] += factor * coefficient;
    if (means[mean].is_zero()) means.erase(mean);
  }
  return *this;
}

SymbolicTheorem::SymbolicTheorem(const TheoremText& text, const ProofSetting& setting)
    : text_(with_lets_written_out(text)), share_(setting.share) {
  for (const TaskStatement& task : text_.tasks) {
    if (task.answer != AnswerKind::vector) continue;
    throw Refusal(
        "G6",
        fmt::format(
            "line {}: the answer is a vector of {}; proofs take a number, a sign, or what one layer of one head puts out",
            task.place.line, language::to_string(task.dimension)));
  }
  if (text_.tasks.size() != 1)
    throw Refusal("G5", fmt::format("{} tasks; proofs take one", text_.tasks.size()));
  if (text_.layers.size() != 1) throw Refusal("G1", fmt::format("{} layers", text_.layers.size()));
  layer_ = &text_.layers.front();
  declare_constants(setting);
  try {
    input_ = std::make_unique<SymbolicInput>(text_, constants_, variables_);
    tokens_ = std::make_unique<SymbolicTokens>(text_, *input_, constants_, variables_);
    encode();
    judge();
    add_heads();
    read_out();
  } catch (const NetworkError& error) {  // ill-formed, or in need of a size that is not given
    throw Refusal("G2", fmt::format("line {}: {}", error.place.line, error.what()));
  } catch (const UsageError& error) {
    throw Refusal("G2", error.what());
  }
}

std::map<std::string, Laurent> declare_sizes(const TheoremText& text, const ProofSetting& setting,
                                             proof::Variables& variables) {
  std::map<std::string, Laurent> values;
  for (const SizeStatement& size : text.sizes) {
    if (values.contains(size.name)) continue;
    const auto end = setting.lower.find(size.name);
    const Laurent low = end == setting.lower.end() ? Laurent() : end->second.substitute(values);
    if (const auto fixed = setting.fixed.find(size.name); fixed != setting.fixed.end()) {
      values.emplace(size.name, low + Laurent(Rational(fixed->second)));
    } else {
      variables.add_size_from(size.name, low + Laurent(Rational(setting.from.at(size.name))));
      values.emplace(size.name, Laurent::variable(size.name));
    }
  }
  return values;
}

void SymbolicTheorem::declare_constants(const ProofSetting& setting) {
  values_ = declare_sizes(text_, setting, variables_);
  constants_.written = [this](const Node& e) -> std::optional<Laurent> {
    if (e.op == Op::call) return std::nullopt;
    const auto found = values_.find(e.op == Op::subscript ? whole_name(e) : e.name);
    return found == values_.end() ? std::nullopt : std::optional(found->second);
  };
  numbers_.name = [this](const std::string& name) -> std::optional<NetworkValue> {
    const auto found = values_.find(name);
    const auto number = found == values_.end() ? std::nullopt : found->second.constant();
    return number ? std::optional(NetworkValue{*number}) : std::nullopt;
  };
  for (const ParameterStatement& parameter : text_.parameters) {
    if (parameter.range) continue;  // one of the functions of symbolic_input.hpp
    // Words are numbers in their order, as for a setting (theorems/instance.cpp).
    const std::vector<std::string> words = words_of(parameter);
    for (std::size_t k = 0; k < words.size(); ++k) values_[words[k]] = Laurent(Rational(Integer(k + 1)));
    if (const auto given = setting.parameters.find(parameter.name); given != setting.parameters.end()) {
      values_.emplace(parameter.name, Laurent(given->second));
    } else if (parameter.value && !parameter.automatic) {
      TermNames names = constants_;
      names.whole = [this](const Expression& e) { return floor_of(e); };
      values_.emplace(parameter.name, Terms(variables_, names, "G2")(parameter.value));
    } else {
      throw Refusal("G2", fmt::format("a value of {0} is to be given: {0}=p/q", parameter.name));
    }
    // A value that hangs on the sizes is one that the theorem takes at all of them.
    if (parameter.condition &&
        Terms(variables_, constants_, "sizes").decided(parameter.condition) != std::optional(true)) {
      throw Refusal("sizes", fmt::format("line {}: {} is not shown for every size", parameter.place.line,
                                         language::to_string(parameter.condition)));
    }
  }
}

void SymbolicTheorem::encode() {
  if (!layer_->encodings.empty()) throw Refusal("G2", "an encoding for each kind of tokens");
  if (layer_->embed) coordinate_names_ = layer_->coordinates;
  for (const std::string& name : tokens_->features()) {
    const auto values = tokens_->values_of(name);
    variables_.add("some " + name, values.bounds, values.integer);
  }
  // In an encoding a token's own index and features have meaning; coordinates have none yet.
  std::vector<std::string> names;
  names.swap(coordinate_names_);
  TermNames inside;
  inside.written = [this](const Node& e) { return own(e, tokens_->indices()); };
  inside.whole = [this](const Expression& e) {
    const auto value = remainder(e, tokens_->indices());
    return value ? value : indicator(e, tokens_->indices());
  };
  for (const Expression& coordinate : layer_->encoding) {
    const auto part = Terms(variables_, inside, "G2").vector(coordinate);
    if (layer_->embed && part.size() != 1) throw Refusal("G2", "a named coordinate is one number");
    encoding_.insert(encoding_.end(), part.begin(), part.end());
  }
  names.swap(coordinate_names_);
  encoding_rows_ = EncodingRows(encoding_, variables_);
  dimension_ = encoding_.size();
  if (layer_->dimension) {
    const auto number = Terms(variables_, constants_, "G2")(layer_->dimension).constant();
    const auto d = number ? fits_long(*number) : std::nullopt;
    if (!d || *d < static_cast<long>(encoding_.size())) {
      throw Refusal("G2", fmt::format("d = {} is no number from {} on",
                                      language::to_string(layer_->dimension), encoding_.size()));
    }
    dimension_ = static_cast<std::size_t>(*d);
  }
}

// The generic token's index, feature or coordinate, with these names of its indices; then sizes and parameters. The order is
// that of TokenNames.
std::optional<Laurent> SymbolicTheorem::own(const Node& e, const std::vector<std::string>& indices) const {
  const auto plain = [&](const std::string& name) -> std::optional<Laurent> {
    for (std::size_t k = 0; k < indices.size(); ++k) {
      if (indices[k] == name) return Laurent::variable("some " + tokens_->indices()[k]);
    }
    for (std::size_t c = 0; c < coordinate_names_.size(); ++c) {
      if (coordinate_names_[c] == name) return encoding_[c];
    }
    if (tokens_->has_feature(name)) return Laurent::variable("some " + name);
    return std::nullopt;
  };
  if (e.op != Op::call) {
    if (const auto value = plain(e.op == Op::subscript ? whole_name(e) : e.name)) return value;
    if (const auto value = constants_.written(e)) return value;
    if (e.op == Op::name) return std::nullopt;
  }
  if (e.children.size() != indices.size()) return std::nullopt;
  for (std::size_t k = 0; k < indices.size(); ++k) {
    if (e.children[k]->op != Op::name || e.children[k]->name != indices[k]) return std::nullopt;
  }
  return plain(e.name);
}

// One row of W, with entries in the sizes: an identity of polynomials in a token's index and features.
std::vector<Laurent> SymbolicTheorem::expect_linear(const Laurent& value, const std::string& what) {
  auto weights = encoding_rows_.weights(value);
  if (!weights) {
    throw Refusal(
        "G2", fmt::format("{}, {}, is not linear in the encoding for all sizes", what, value.to_string()));
  }
  ++linear_rows_;
  return std::move(*weights);
}

void SymbolicTheorem::judge() {
  const TaskStatement& task = this->task();
  if (!task.kind.empty() && task.kind != text_.tokens.front().kind)
    throw Refusal("G4", fmt::format("there are no tokens {}", task.kind));
  if (task.every) {
    if (task.indices.size() != tokens_->ranges().size()) throw Refusal("G4", "the judged tokens' indices");
    for (std::size_t k = 0; k < task.indices.size(); ++k) {
      const proof::Bounds& range = tokens_->ranges()[k];
      variables_.add(task.indices[k], range, true);
      judged_.push_back(range.low == range.high ? range.low : Laurent::variable(task.indices[k]));
    }
  } else {
    Terms terms(variables_, constants_, "G4");
    for (const Expression& e : task.at) judged_.push_back(terms(e));
  }
  tokens_->expect_token(judged_);
  for (std::size_t k = 0; k < judged_.size(); ++k) at_judged_["some " + tokens_->indices()[k]] = judged_[k];
  for (const std::string& name : tokens_->features()) {
    const Expression condition = tokens_->indicated(name);
    if (condition && !tokens_->holds_at(condition, judged_)) {  // one or the other at different sizes
      const std::string here = name + " of the judged token";
      variables_.add(here, {Laurent(), Laurent(1)}, true);
      at_judged_["some " + name] = Laurent::variable(here);
    } else {
      at_judged_["some " + name] = tokens_->feature_at(name, judged_);
    }
  }
  for (const PlaceIndicator& indicator : indicators_) {
    const auto known = tokens_->holds_at(indicator.condition, judged_);
    const std::string here = indicator.name + " of the judged token";
    if (!known) variables_.add(here, {Laurent(), Laurent(1)}, true);
    at_judged_["some " + indicator.name] = known ? Laurent(*known ? 1 : 0) : Laurent::variable(here);
  }
  // Of a remainder nothing is known but its bounds.
  for (const Remainder& r : remainders_) {
    for (const std::string& name : {r.name, r.indicator}) {
      if (name.empty()) continue;
      const std::string here = name + " of the judged token";
      variables_.add(here, variables_.bounds("some " + name), true);
      at_judged_["some " + name] = Laurent::variable(here);
    }
  }
}

void SymbolicTheorem::expect_in_range(const std::string& index, const Laurent& value) const {
  const proof::Bounds& range = variables_.bounds(index);
  if (!variables_.is_integer(value) || !variables_.proves_nonnegative(value - range.low) ||
      !variables_.proves_nonnegative(range.high - value)) {
    throw Refusal("G4", fmt::format("{} = {} is not shown to lie in {} to {}", index, value.to_string(),
                                    range.low.to_string(), range.high.to_string()));
  }
}

void SymbolicTheorem::add_heads() {
  for (std::size_t c = 0; c < dimension_; ++c) {
    stream_.emplace_back();
    if (layer_->residual && c < encoding_.size()) stream_[c].fixed = encoding_[c].substitute(at_judged_);
  }
  for (const HeadStatement& statement : layer_->heads) {
    if (statement.members.empty()) {
      SymbolicHeadBuilder(*this, statement, statement.name).build();
      continue;
    }
    std::vector<Expression> members = statement.members;
    if (members.size() == 1 && language::makes_set(members[0]->op)) {
      const auto all = evaluate_set(members[0], numbers_);
      members.clear();
      for (const Rational& x : all) members.push_back(language::number(x));
    }
    for (std::size_t k = 0; k < members.size(); ++k) {
      HeadStatement head = statement;
      change_expressions(head, [&](Expression& e) { e = substituted(e, statement.family, members[k]); });
      head.family.clear();
      SymbolicHeadBuilder(*this, head, head.name.empty() ? "" : fmt::format("{}{}", head.name, k + 1))
          .build();
    }
  }
  if (heads_.empty()) throw Refusal("G1", "no head");
  Terms terms(variables_, constants_, "G6");
  for (const LandingStatement& landing : layer_->landings) {
    const Node& from = *landing.from;
    std::optional<std::size_t> head;
    for (std::size_t h = 0; h < head_names_.size(); ++h) {
      if (from.name == head_names_[h] || from.name == fmt::format("head{}", h + 1)) head = h;
    }
    if (from.name == "head" && heads_.size() == 1) head = 0;
    const bool numbered = from.op == Op::member && from.children[0]->op == Op::number;
    const long number = numbered ? fits_long(from.children[0]->value).value_or(0) : 0;
    const auto to = stream_coordinate(*landing.to, coordinate_names_, dimension_);
    if (!head || number < 1 || number > static_cast<long>(heads_[head.value_or(0)].value.size()) || !to) {
      throw Refusal("G6", fmt::format("{} lands nowhere", language::to_string(landing.from)));
    }
    const Laurent factor = landing.factor ? terms(landing.factor) : Laurent(1);
    MeanForm arrival;
    arrival.means[{*head, static_cast<std::size_t>(number - 1)}] = 1;
    stream_[*to].add(arrival, factor);
    landings_.push_back({*head, static_cast<std::size_t>(number - 1), *to, factor});
  }
}

std::optional<std::size_t> SymbolicTheorem::readout_coordinate() const {
  const Expression& e = text_.readout->value;
  if (e->op != Op::name && e->op != Op::member && e->op != Op::subscript) return std::nullopt;
  return stream_coordinate(*e, coordinate_names_, dimension_);
}

void SymbolicTheorem::read_out() {
  if (!text_.readout || !text_.readout->value) throw Refusal("G6", "a readout by an expression is needed");
  try {
    readout_ = readout_of(text_.readout->value, [this](std::size_t c) { return stream_[c]; });
  } catch (const Refusal& refusal) {
    readout_refused_ = refusal;
  }
}

const PiecewiseForm& SymbolicTheorem::readout() const {
  if (readout_refused_) throw *readout_refused_;
  return readout_;
}

std::string SymbolicTheorem::mean_name(std::size_t head, std::size_t coordinate) {
  return fmt::format("head{}.{}", head + 1, coordinate + 1);
}

std::optional<Laurent> SymbolicTheorem::stream_in_means(const Expression& e) const {
  if (e->op != Op::name && e->op != Op::member && e->op != Op::subscript) return std::nullopt;
  std::optional<std::size_t> at;
  try {
    at = stream_coordinate(*e, coordinate_names_, dimension_);
  } catch (const UsageError& error) {
    throw Refusal("G6", error.what());
  } catch (const NetworkError& error) {
    throw Refusal("G6", error.what());
  }
  if (!at) return std::nullopt;
  Laurent value = stream_[*at].fixed;
  for (const auto& [mean, factor] : stream_[*at].means)
    value += factor * Laurent::variable(mean_name(mean.first, mean.second));
  return value;
}

PiecewiseForm SymbolicTheorem::readout_in_stream() const {
  if (readout_refused_) throw *readout_refused_;
  return readout_of(text_.readout->value, [](std::size_t c) {
    MeanForm coordinate;
    coordinate.means[{0, c}] = 1;
    return coordinate;
  });
}

PiecewiseForm SymbolicTheorem::readout_of(const Expression& e, const Leaf& leaf) const {
  using Form = PiecewiseForm;
  const auto scaled = [](const Laurent& factor, Form form) {
    if (form.op == Form::Op::affine) {
      MeanForm result;
      form.form = result.add(form.form, factor);
      return form;
    }
    Form result;
    result.op = Form::Op::scaled;
    result.factor = factor;
    result.children = {std::move(form)};
    return result;
  };
  const auto sum = [](Form a, const Form& b) {
    if (a.op == Form::Op::affine && b.op == Form::Op::affine) {
      a.form.add(b.form, 1);
      return a;
    }
    Form result;
    result.op = Form::Op::sum;
    result.children = {std::move(a), b};
    return result;
  };
  const auto fixed = [](const Form& form) -> std::optional<Laurent> {
    return form.op == Form::Op::affine && form.form.means.empty() ? std::optional(form.form.fixed)
                                                                  : std::nullopt;
  };
  const auto child = [&](std::size_t k) { return readout_of(e->children[k], leaf); };
  switch (e->op) {
    case Op::name:
    case Op::member:
    case Op::subscript:
      if (const auto c = stream_coordinate(*e, coordinate_names_, dimension_)) {
        Form form;
        form.form = leaf(*c);
        return form;
      }
      break;
    case Op::negate:
      return scaled(-1, child(0));
    case Op::add:
      return sum(child(0), child(1));
    case Op::subtract:
      return sum(child(0), scaled(-1, child(1)));
    case Op::multiply: {
      const Form a = child(0);
      const Form b = child(1);
      if (const auto factor = fixed(a)) return scaled(*factor, b);
      if (const auto factor = fixed(b)) return scaled(*factor, a);
      throw Refusal("G6", fmt::format("{} is not piecewise linear", language::to_string(e)));
    }
    case Op::power:
      if (!fixed(child(0)))
        throw Refusal("G6", fmt::format("{} is not piecewise linear", language::to_string(e)));
      break;
    case Op::tuple:
      if (e->children.size() == 1) return child(0);
      break;
    case Op::divide: {
      const Laurent inverse = Terms(variables_, constants_, "G6")(
          language::node(Op::divide, {language::number(1), e->children[1]}, e->place));
      return scaled(inverse, child(0));
    }
    case Op::call: {
      Form form;
      if (e->name == "abs") form.op = Form::Op::absolute;
      if (e->name == "relu") form.op = Form::Op::positive_part;
      if (e->name == "min") form.op = Form::Op::minimum;
      if (e->name == "max") form.op = Form::Op::maximum;
      if (form.op == Form::Op::affine || e->children.empty()) break;
      for (std::size_t k = 0; k < e->children.size(); ++k) form.children.push_back(child(k));
      return form;
    }
    default:
      break;
  }
  Form form;
  form.form.fixed = Terms(variables_, constants_, "G6")(e);
  return form;
}

}  // namespace attest::theorems
