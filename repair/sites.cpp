#include "repair/sites.hpp"

#include <algorithm>
#include <set>

namespace attest::theorems::repair {

namespace {

void add_new(std::vector<std::string>& to, const std::vector<std::string>& names) {
  for (const std::string& name : names) {
    if (std::find(to.begin(), to.end(), name) == to.end()) to.push_back(name);
  }
}

class Statement {
 public:
  void needs(const Expression& e) {
    if (!e) return;
    for (const std::string& name : language::free_names(e)) names_.insert(name);
  }
  void needs(const std::vector<Expression>& all) {
    for (const Expression& e : all) needs(e);
  }
  bool has(const std::string& name) const { return names_.contains(name); }

 private:
  std::set<std::string> names_;
};

Statement statement_of(const TheoremText& text) {
  Statement s;
  for (const SizeStatement& size : text.sizes) s.needs(size.condition);
  for (const LimitStatement& limit : text.limits) s.needs(limit.condition);
  for (const ParameterStatement& p : text.parameters) {
    s.needs(p.domains);
    for (const Expression& e : {p.range, p.value, p.candidates, p.allowed, p.condition}) s.needs(e);
  }
  for (const InputStatement& input : text.inputs) {
    s.needs(input.domains);
    s.needs(input.range);
  }
  s.needs(text.where);
  s.needs(text.judged_if);
  for (const TokensStatement& tokens : text.tokens) {
    s.needs(tokens.ranges);
    for (const auto& feature : tokens.features) {
      s.needs(feature.value);
      for (const auto& entry : feature.entries) {
        s.needs(entry.at);
        s.needs(entry.value);
      }
    }
  }
  for (const TaskStatement& task : text.tasks) {
    s.needs(task.at);
    for (const Expression& e : {task.dimension, task.within, task.truth}) s.needs(e);
  }
  for (const CheckStatement& check : text.checks) s.needs(check.formula);
  if (text.shatter) {
    s.needs(text.shatter->function);
    s.needs(text.shatter->members);
    for (const auto& row : text.shatter->rows) s.needs(row.value);
    for (const auto& column : text.shatter->columns) s.needs(column.value);
  }
  if (text.reduction) {
    s.needs(text.reduction->question);
    s.needs(text.reduction->asked);
    for (const auto& map : text.reduction->map) s.needs(map.value);
  }
  for (bool more = true; more;) {
    more = false;
    for (const LetStatement& let : text.lets) {
      if (!s.has(let.name)) continue;
      for (const std::string& name : language::free_names(let.value)) more = more || !s.has(name);
      s.needs(let.value);
    }
  }
  return s;
}

class Sites {
 public:
  Sites(TheoremText& text, const std::function<void(const Site&, Expression&)>& visit)
      : text_(text), visit_(visit) {
    for (const TokensStatement& tokens : text.tokens) add_new(token_indices_, tokens.indices);
  }

  void run() {
    for (TokensStatement& tokens : text_.tokens) {
      for (auto& feature : tokens.features) {
        for (auto& entry : feature.entries) {
          for (Expression& at : entry.at) see(Site::Kind::place, {}, at);
        }
      }
    }
    const std::vector<std::string> free = free_definitions(text_);
    for (LetStatement& let : text_.lets) {
      if (std::find(free.begin(), free.end(), let.name) != free.end())
        see(Site::Kind::definition, let.arguments, let.value);
    }
    for (LayerStatement& layer : text_.layers) see_layer(layer);
    if (!text_.readout) return;
    if (text_.readout->value) see(Site::Kind::readout, token_indices_, text_.readout->value);
    for (auto& map : text_.readout->maps) {
      see(Site::Kind::readout, {}, map.weight);
      if (map.bias) see(Site::Kind::readout, {}, map.bias);
    }
  }

 private:
  void see(Site::Kind kind, const std::vector<std::string>& indices, Expression& e, bool labelled = false) {
    visit_({kind, labelled, indices}, e);
  }

  void see_layer(LayerStatement& layer) {
    for (Expression& e : layer.encoding) see(Site::Kind::encoding, token_indices_, e);
    for (EncodingStatement& of_kind : layer.encodings) {
      for (Expression& e : of_kind.encoding) see(Site::Kind::encoding, token_indices_, e);
    }
    for (HeadStatement& head : layer.heads) see_head(head);
    for (LandingStatement& landing : layer.landings) {
      see(Site::Kind::landing, {}, landing.from);
      see(Site::Kind::landing, {}, landing.to);
      if (landing.factor) see(Site::Kind::landing, {}, landing.factor);
    }
  }

  void see_head(HeadStatement& head) {
    std::vector<std::string> indices;
    for (const RowStatement& row : head.rows) add_new(indices, row.indices);
    std::vector<std::string> all = token_indices_;
    add_new(all, indices);
    if (indices.size() > token_indices_.size()) all = indices;  // i, j, k of the rows, in their order
    for (const HeadStatement::Over& over : head.over) add_new(all, {over.variable});
    if (head.scale) see(Site::Kind::scale, {}, head.scale);
    for (HeadStatement::Over& over : head.over) {
      if (over.range) see(Site::Kind::mask, all, over.range);
      if (over.such_that) see(Site::Kind::mask, all, over.such_that);
    }
    for (LetStatement& let : head.lets) see(Site::Kind::definition, let.arguments, let.value);
    if (head.score) see(Site::Kind::score, all, head.score);
    for (RowStatement& row : head.rows) {
      const bool labelled = std::any_of(row.coordinates.begin(), row.coordinates.end(),
                                        [](const std::string& label) { return !label.empty(); });
      see(Site::Kind::vector, all, row.vector, labelled);
    }
    for (DisplayStatement& display : head.displays) see(Site::Kind::display, all, display.formula);
  }

  TheoremText& text_;
  const std::function<void(const Site&, Expression&)>& visit_;
  std::vector<std::string> token_indices_;
};

}  // namespace

std::vector<std::string> free_definitions(const TheoremText& text) {
  const Statement statement = statement_of(text);
  std::vector<std::string> free;
  for (const LetStatement& let : text.lets) {
    if (!statement.has(let.name)) free.push_back(let.name);
  }
  return free;
}

void for_each_site(TheoremText& text, const std::function<void(const Site&, Expression&)>& visit) {
  Sites(text, visit).run();
}

Vocabulary vocabulary_of(const TheoremText& text) {
  Vocabulary names;
  for (const SizeStatement& size : text.sizes) add_new(names.sizes, {size.name});
  for (const ParameterStatement& parameter : text.parameters) {
    if (parameter.domains.empty()) add_new(names.sizes, {parameter.name});
  }
  for (const TokensStatement& tokens : text.tokens) {
    for (const auto& feature : tokens.features) add_new(names.features, {feature.name});
  }
  for (const LayerStatement& layer : text.layers) {
    add_new(names.features, layer.coordinates);
    for (const EncodingStatement& of_kind : layer.encodings) add_new(names.features, of_kind.coordinates);
  }
  return names;
}

}  // namespace attest::theorems::repair
