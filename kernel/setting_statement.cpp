#include "kernel/setting_statement.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "kernel/setting_layer.hpp"
#include "kernel/setting_terms.hpp"

namespace attest::theorems::coq {

using attention::Head;
using attention::Layer;
using language::Expression;
using language::Op;

namespace {

class Statement {
 public:
  Statement(const TheoremText& text, const Constants& constants, const Layer& layer)
      : text_(text), constants_(constants), layer_(layer), terms_(constants, size_names(text)) {}

  SettingStatement run(const std::string& variant, const Parameters& parameters) {
    result_.name = text_.id + "_" + variant + "_" + parameters.to_string();
    for (char& c : result_.name) {
      if (std::isalnum(static_cast<unsigned char>(c)) == 0) c = '_';
    }
    refuse_what_is_left_out();
    add(R"((** {} ({}) at {}: an input that is answered wrongly. *)
(* Written by attest; what is stated has to be compared with the record. *)
From Coq Require Import Reals List ZArith QArith Qreals Bool.
From Attest Require Import Sums Softmax Setting.
Import ListNotations.
Open Scope Q_scope.

(** * What is stated *)

)",
        text_.id, variant, parameters.to_string());
    read_sizes();
    read_inputs();
    read_tokens();
    for (std::size_t h = 0; h < layer_.heads.size(); ++h) read_head(h);
    read_output();
    read_task();
    return std::move(result_);
  }

 private:
  template <class... Arguments>
  void add(const char* form, const Arguments&... arguments) {
    result_.text += fmt::format(fmt::runtime(form), arguments...);
  }

  static std::vector<std::string> size_names(const TheoremText& text) {
    std::vector<std::string> names;
    for (const SizeStatement& size : text.sizes) names.push_back(size.name);
    return names;
  }

  // No name stands for two things; the second one is refused.
  std::string named(const std::string& name) {
    std::string text = names_(name);
    if (std::find(taken_.begin(), taken_.end(), text) != taken_.end())
      has_no_place(fmt::format("two things that would be called {}", text));
    taken_.push_back(text);
    return text;
  }

  void refuse_what_is_left_out() const {
    if (text_.inputs.empty()) has_no_place("a theorem without inputs");
    if (text_.tokens.size() != 1) has_no_place("tokens of several kinds");
    if (text_.tasks.size() != 1) has_no_place("several tasks");
    if (text_.tasks[0].answer == AnswerKind::vector) has_no_place("an answer that is a vector");
    if (text_.layers.size() != 1 || !text_.layers[0].family.empty()) has_no_place("several layers");
    if (!text_.layers[0].encodings.empty()) has_no_place("an encoding for each kind of tokens");
  }

  void read_sizes() {
    for (const SizeStatement& size : text_.sizes) {
      if (std::find(taken_.begin(), taken_.end(), names_(size.name)) != taken_.end())
        continue;  // another condition
      add("Definition {} : Z := {}%Z.\n", named(size.name), rational_number(constants_.values.at(size.name)));
    }
  }

  void read_inputs() {
    const InputLayout layout = layout_of(text_, constants_.names);
    for (std::size_t k = 0; k < text_.inputs.size(); ++k) {
      const InputStatement& statement = text_.inputs[k];
      const InputField& field = layout.fields()[k];
      if (statement.shape != Shape::any || field.domains.size() > 2)
        has_no_place(fmt::format("the input {}", statement.name));
      SettingStatement::Input input;
      input.name = named(statement.name);
      input.domains = field.domains.size();
      input.type = "Z";
      for (std::size_t d = 0; d < field.domains.size(); ++d) {
        input.type = "Z -> " + input.type;
        input.ends.push_back(ends_of(statement.domains[d], field.domains[d], statement.name));
      }
      input.ends.push_back(ends_of(statement.range, field.values, statement.name));
      for (std::size_t d = 0; d < field.domains.size(); ++d) {
        if (field.domains[d].front() != 1) has_no_place(fmt::format("the domain of {}", statement.name));
      }
      if (field.domains.empty()) {
        terms_.mean(statement.name, input.name);
      } else {
        terms_.call(statement.name, input.name);
      }
      result_.inputs.push_back(input);
    }
  }

  // What an interval of integers begins and ends with.
  std::pair<std::string, std::string> ends_of(const Expression& set, const std::vector<long>& values,
                                              const std::string& name) const {
    if (values.back() - values.front() + 1 != static_cast<long>(values.size()))
      has_no_place(fmt::format("{} with gaps between its values", name));
    const auto number = [](long value) { return rational_number(Rational(value)); };
    if (set->op != Op::range) return {number(values.front()), number(values.back())};
    const bool two = set->children.size() == 2;
    return {two ? argument(terms_.integer(set->children[0])) : "1",
            argument(terms_.integer(set->children[two ? 1 : 0]))};
  }

  std::string binders() const {
    std::string text;
    for (const auto& input : result_.inputs) text += fmt::format(" ({} : {})", input.name, input.type);
    return text;
  }

  std::string arguments() const {
    std::string text;
    for (const auto& input : result_.inputs) text += " " + input.name;
    return text;
  }

  void read_tokens() {
    const TokensStatement& tokens = text_.tokens.front();
    if (tokens.indices.size() > 2) has_no_place("tokens of more than two indices");
    std::string list;
    for (const Expression& range : tokens.ranges)
      list = list.empty() ? terms_.list(range) : fmt::format("list_prod {} {}", list, terms_.list(range));
    token_ = tokens.indices.size() == 1 ? "Z" : "Z * Z";
    if (tokens.indices.size() == 1 && list.front() == '(') list = list.substr(1, list.size() - 2);
    add("Definition tokens : list {} := {}.\n", token_ == "Z" ? "Z" : "(Z * Z)", list);
    std::string carried, indices;
    for (const std::string& index : tokens.indices) {
      indices_.push_back(named(index));
      terms_.mean(index, indices_.back());
      indices += " " + indices_.back();
    }
    pattern_ = indices_.size() == 1 ? indices_[0] : fmt::format("({})", fmt::join(indices_, ", "));
    std::vector<std::string> features;
    for (const auto& feature : tokens.features) {
      if (!feature.value || feature.value->op == Op::quantifier)
        has_no_place(fmt::format("the feature {}", feature.name));
      const bool own = layout_has(feature.name);
      const std::string name = own ? names_(feature.name) + "_carried" : named(feature.name);
      add("Definition {}{} ({} : Z) : Z := ({})%Z.\n", name, binders(), fmt::join(indices_, " "),
          feature.value->op == Op::concat ? word(feature.value) : terms_.integer(feature.value));
      carried += fmt::format(" ({}{}{})", name, arguments(), indices);
      features.push_back(name);
    }
    // The encoding speaks of the token alone.
    SettingTerms own(constants_, size_names(text_));
    for (std::size_t k = 0; k < tokens.indices.size(); ++k) own.mean(tokens.indices[k], indices_[k]);
    for (std::size_t k = 0; k < tokens.features.size(); ++k) own.mean(tokens.features[k].name, features[k]);
    std::vector<std::string> coordinates;
    for (const Expression& e : text_.layers[0].encoding) {
      if (e->op == Op::call && e->name == "zeros") {
        for (Rational k = evaluate_number(e->children[0], constants_.names); k > 0; k -= 1)
          coordinates.emplace_back("0");
      } else {
        coordinates.push_back(own.rational(e));
      }
    }
    if (coordinates.size() > layer_.dimension()) has_no_place("an encoding of this kind");
    coordinates.resize(layer_.dimension(), "0");
    std::string parameters = indices;
    for (const std::string& feature : features) parameters += " " + feature;
    add("Definition encode ({} : Z) : row := [{}].\n", parameters.substr(1), fmt::join(coordinates, "; "));
    const bool one = indices_.size() == 1;
    add("Definition encoded{} ({} : {}) : row := {}encode{}{}.\n\n", binders(), one ? pattern_ : "l", token_,
        one ? "" : fmt::format("let '{} := l in ", pattern_), indices, carried);
  }

  bool layout_has(const std::string& name) const {
    return std::any_of(text_.inputs.begin(), text_.inputs.end(),
                       [&](const InputStatement& input) { return input.name == name; });
  }

  // g ++ h ++ (x): each part up to where it ends.
  std::string word(const Expression& e) const {
    const InputLayout layout = layout_of(text_, constants_.names);
    std::string text;
    long before = 0;
    const auto flatten = [&](const auto& self, const Expression& part) -> void {
      if (part->op == Op::concat) {
        self(self, part->children[0]);
        return self(self, part->children[1]);
      }
      const auto letter = [&](const std::string& value, long count) {
        before += count;
        text += fmt::format("if {} <=? {} then {} else ", indices_[0], before, value);
      };
      if (part->op == Op::tuple) {
        for (const Expression& one : part->children) letter(terms_.integer(one), 1);
        return;
      }
      const InputField* field = part->op == Op::name ? layout.find(part->name) : nullptr;
      if (field == nullptr || field->domains.size() != 1) has_no_place("a word of this kind");
      letter(fmt::format("{} ({} - {})", names_(part->name), indices_[0], before),
             static_cast<long>(field->cells));
    };
    flatten(flatten, e);
    return text + "0";
  }

  std::string suffix(std::size_t h) const {
    return layer_.heads.size() == 1 ? "" : fmt::format("_{}", h + 1);
  }

  void read_head(std::size_t h) {
    const Head& head = layer_.heads[h];
    const bool match = head.kernel == attention::Kernel::exact_match;
    const bool hard = head.kernel == attention::Kernel::hard_maximum && head.scale.sign() > 0;
    if (!match && !hard && head.kernel != attention::Kernel::softmax)
      has_no_place(fmt::format("a head with the kernel {}", attention::to_string(head.kernel)));
    const std::string own = suffix(h);
    const std::size_t variables = head.polynomial.variables();
    if (match && variables != 2) has_no_place("exact match of more than two rows");
    std::string maps, products;
    std::vector<bool> occurs(variables);
    for (const auto& monomial : head.polynomial.monomials()) {
      for (const std::size_t variable : monomial) occurs[variable] = true;
    }
    std::vector<std::string> names{"r"}, patterns;
    std::string type = token_, tuples = "tokens";
    for (std::size_t v = 1; v < variables; ++v) {
      names.push_back(fmt::format("t{}", v + 1));
      if (v > 1) {
        type += " * (" + token_ + ")";
        tuples = fmt::format("list_prod ({}) tokens", tuples);
      }
    }
    if (variables > 2 && token_ != "Z") type = fmt::format("({})", token_) + type.substr(token_.size());
    const std::vector<std::string> summed(names.begin() + 1, names.end());
    const std::string t = summed.size() == 1 ? summed[0] : "t";
    const std::string bind =
        summed.size() == 1 ? "" : fmt::format("let '({}) := t in ", fmt::join(summed, ", "));
    for (std::size_t v = 0; v < variables; ++v) {
      if (!occurs[v]) continue;
      if (!head.maps[v]) has_no_place("rows that are no matrix times the encoding");
      add("Definition W{}_{} : matrix := {}.\n", own, v + 1, matrix_text(*head.maps[v]));
    }
    for (const Head::Factor& factor : head.value) {
      if (!factor.map) has_no_place("values that are no matrix times the encoding");
      add("Definition V{}_{} : matrix := {}.\n", own, factor.variable + 1, matrix_text(*factor.map));
    }
    const auto row = [&](const char* matrix, std::size_t v) {
      return fmt::format("apply {}{}_{} (e {})", matrix, own, v + 1, names[v]);
    };
    if (!match) {
      std::vector<std::string> monomials;
      for (const auto& monomial : head.polynomial.monomials()) {
        std::string text = fmt::format("({})", row("W", monomial.back()));
        for (std::size_t k = monomial.size() - 1; k-- > 1;)
          text = fmt::format("(times ({}) {})", row("W", monomial[k]), text);
        monomials.push_back(fmt::format("dot ({}) {}", row("W", monomial[0]), text));
      }
      if (!hard) add("Definition scale{} : R := {}.\n", own, scale_text(head.scale));
      add("(** {} *)\nDefinition score{} (e : {} -> row) (r : {}) ({} : {}) : Q := {}{}.\n",
          head.polynomial.to_string(), own, token_, token_, t, type, bind, fmt::join(monomials, " + "));
    }
    std::string value;
    for (const Head::Factor& factor : head.value) {
      const std::string one = fmt::format("({})", row("V", factor.variable));
      value = value.empty() ? one : fmt::format("(times {} {})", value, one);
    }
    add("Definition value{} (e : {} -> row) (r : {}) ({} : {}) : row := {}{}.\n", own, token_, token_, t,
        type, bind, value);
    add("Definition tuples{} (r : {}) : list {} := {}.\n\n", own, token_,
        type == "Z" ? type : "(" + type + ")", masked(h, tuples));
    result_.enclosed.push_back(
        match
            ? fmt::format("exact_match {0} (tuples{1} r) (apply W{1}_1 (e r)) (fun t => apply W{1}_2 (e t)) "
                          "(value{1} e r)",
                          head.value_length, own)
        : hard ? fmt::format("hard_maximum {0} (tuples{1} r) (score{1} e r) (value{1} e r)",
                             head.value_length, own)
               : fmt::format("softmax {0} (tuples{1} r) scale{1} (score{1} e r) (value{1} e r)",
                             head.value_length, own));
  }

  // The tuples that the mask leaves to the receiver r.
  std::string masked(std::size_t h, const std::string& all) const {
    if (layer_.heads[h].over.has_every_tuple()) return all;
    const LayerStatement& statement = text_.layers[0];
    if (statement.heads.size() != layer_.heads.size()) has_no_place("a mask in a family of heads");
    const HeadStatement& head = statement.heads[h];
    if (head.over.size() != 1 || !head.over[0].tuples.empty() || token_ != "Z" ||
        layer_.heads[h].over.arity() != 1)
      has_no_place("a mask of this kind");
    SettingTerms terms(constants_, size_names(text_));
    terms.mean(text_.tokens[0].indices[0], "r");
    terms.mean(head.over[0].variable, "t");
    std::vector<std::string> conditions;
    if (head.over[0].range)
      conditions.push_back(fmt::format("existsb (Z.eqb t) {}", terms.list(head.over[0].range)));
    if (head.over[0].such_that) conditions.push_back(terms.boolean(head.over[0].such_that));
    return fmt::format("filter (fun t => {}%Z) {}",
                       conditions.size() == 1 ? "(" + conditions[0] + ")"
                                              : fmt::format("({})", fmt::join(conditions, " && ")),
                       all);
  }

  void read_output() {
    std::size_t columns = 0;
    std::vector<std::size_t> first;
    for (const Head& head : layer_.heads) {
      first.push_back(columns);
      columns += head.value_length;
    }
    RationalMatrix W = RationalMatrix::Zero(static_cast<Eigen::Index>(layer_.dimension()),
                                            static_cast<Eigen::Index>(columns));
    for (const auto& landing : layer_.landings)
      W(static_cast<Eigen::Index>(landing.to),
        static_cast<Eigen::Index>(first[landing.head] + landing.from)) += landing.factor;
    const std::string arriving = fmt::format("arrivals W_O ({})", fmt::join(result_.enclosed, " ++ "));
    add("Definition W_O : matrix := {}.\nDefinition readout : network := {}%network.\n", matrix_text(W),
        network_text(layer_.readouts.front()));
    add("Definition output (e : {} -> row) (r : {}) : R :=\n  read readout ({}).\n\n", token_, token_,
        layer_.residual ? fmt::format("residual (e r) ({})", arriving) : arriving);
  }

  void read_task() {
    const TaskStatement& task = text_.tasks.front();
    std::vector<std::string> domain;
    for (const auto& input : result_.inputs) {
      const auto& [low, high] = input.ends.back();
      std::string text, called = input.name;
      for (std::size_t d = 0; d < input.domains; ++d) {
        const std::string name = fmt::format("a{}", d + 1);
        text += fmt::format("{} <= {} <= {} -> ", input.ends[d].first, name, input.ends[d].second);
        called += " " + name;
      }
      std::string forall;
      for (std::size_t d = 0; d < input.domains; ++d) forall += fmt::format(" a{}", d + 1);
      if (!forall.empty()) forall = "forall" + forall + ", ";
      domain.push_back(fmt::format("({}{}{} <= {} <= {})%Z", forall, text, low, called, high));
    }
    for (const Expression& where : text_.where) domain.push_back(terms_.boolean(where) + "%Z = true");
    result_.conditions = text_.where.size();
    if (text_.judged_if) domain.push_back(terms_.boolean(text_.judged_if) + "%Z = true");
    result_.judged_if = text_.judged_if != nullptr;
    add("Definition input{} : Prop := {}.\n", binders(), fmt::join(domain, " /\\ "));
    result_.every = task.every;
    result_.sign = task.answer == AnswerKind::sign;
    std::string at;
    if (task.every) {
      for (std::size_t k = 0; k < task.indices.size(); ++k) {
        // The task's own names of the judged token's indices.
        const std::string name = names_(task.indices[k]);
        for (const auto& input : result_.inputs) {
          if (input.name == name) has_no_place(fmt::format("two things that would be called {}", name));
        }
        terms_.mean(task.indices[k], name);
        at += " " + name;
      }
      result_.judged = task.indices.size() == 1 ? at.substr(1) : fmt::format("({})", comma(task.indices));
    } else {
      std::vector<std::string> where;
      for (const Expression& index : task.at) where.push_back(terms_.integer(index));
      result_.judged = fmt::format("({})", fmt::join(where, ", "));
    }
    add("Definition truth{}{} : {} := {}.\n", binders(),
        at.empty() ? "" : fmt::format(" ({} : Z)", at.substr(1)), result_.sign ? "bool" : "Q",
        result_.sign ? terms_.boolean(task.truth) + "%Z" : terms_.rational(task.truth));
    const std::string output =
        fmt::format("output (encoded{}) {}", arguments(), result_.judged + (task.every ? "" : "%Z"));
    const std::string truth = fmt::format("truth{}{}", arguments(), at);
    add("Definition output_is_right : Prop := forall{}, input{} -> {}{}.\n\n", arguments(), arguments(),
        task.every ? fmt::format("forall{}, In {} tokens -> ", at, result_.judged) : "",
        result_.sign ? fmt::format("({} = true <-> (0 < {})%R)", truth, output)
                     : fmt::format("(Rabs ({} - Q2R ({})) < 1 / 2)%R", output, truth));
  }

  std::string comma(const std::vector<std::string>& names) const {
    std::vector<std::string> written;
    for (const std::string& name : names) written.push_back(names_(name));
    return fmt::format("{}", fmt::join(written, ", "));
  }

  const TheoremText& text_;
  const Constants& constants_;
  const Layer& layer_;
  SettingTerms terms_;
  Names names_;
  std::vector<std::string> taken_, indices_;
  std::string token_, pattern_;
  SettingStatement result_;
};

}  // namespace

SettingStatement statement_at(const TheoremText& text, const std::string& variant,
                              const Parameters& parameters, const Constants& constants, const Layer& layer) {
  return Statement(text, constants, layer).run(variant, parameters);
}

std::string token_text(const std::vector<Rational>& indices) {
  std::vector<std::string> texts;
  for (const Rational& index : indices) texts.push_back(rational_number(index));
  return texts.size() == 1 ? texts[0] + "%Z" : fmt::format("({})%Z", fmt::join(texts, ", "));
}

}  // namespace attest::theorems::coq
