#include "theorems/names.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <optional>
#include <set>

#include "language/words.hpp"
#include "theorems/constants.hpp"
#include "theorems/fields.hpp"
#include "theorems/keywords.hpp"

namespace attest::theorems {

namespace {

using language::Message;
using language::Node;
using language::Op;

// Words that expressions of theorem files know beside the built-in functions.
bool is_known_everywhere(const std::string& name) {
  static const std::set<std::string> words{"d",     "stream", "head", "zeros",     "unit",
                                           "score", "error",  "gap",  "threshold", "matched"};
  if (words.contains(name) || language::find_builtin(name) != nullptr) return true;
  const bool numbered =
      name.starts_with("head") && name.find_first_not_of("0123456789", 4) == std::string::npos;
  return numbered;
}

bool is_name(const Expression& e, const std::string& name) {
  return e && e->op == Op::name && e->name == name;
}

// A(i,j), a(i) at the token's own indices: the feature is the input that it is called after.
bool is_input_at(const Expression& e, const std::string& name, const std::vector<std::string>& indices) {
  if (!e || e->op != Op::call || e->name != name || e->children.size() != indices.size()) return false;
  for (std::size_t k = 0; k < indices.size(); ++k) {
    if (!is_name(e->children[k], indices[k])) return false;
  }
  return true;
}

class Names {
 public:
  Names(const TheoremText& text, std::vector<Message>& messages) : t_(text), messages_(messages) {}

  void run() {
    declare_all();
    std::stable_sort(globals_.begin(), globals_.end(),
                     [](const Declared& a, const Declared& b) { return before(a.place, b.place); });
    for (const Declared& d : globals_) declare(d);
    local_names();
    repeated();
    if (t_.spelled) spelled_inputs();
    each_expression(t_, [&](const Expression& e) { bound_names(*e, {}); });
    find_unknown();
  }

 private:
  struct Declared {
    std::string name;
    std::string what;  // "a size"
    Place place;
  };

  static bool before(const Place& a, const Place& b) {
    return std::pair(a.line, a.column) < std::pair(b.line, b.column);
  }

  void global(const std::string& name, const char* what, const Place& place) {
    globals_.push_back({name, what, place});
  }

  bool is_definition(const std::string& name) const {
    return std::any_of(t_.lets.begin(), t_.lets.end(),
                       [&](const LetStatement& let) { return let.name == name; });
  }

  void declare_all() {
    std::set<std::string> sizes;  // a further condition on a size is no second declaration
    for (const auto& s : t_.sizes) {
      if (sizes.insert(s.name).second) global(s.name, "a size", s.place);
    }
    std::set<std::string> words;
    for (const auto& s : t_.parameters) {
      global(s.name, "a parameter", s.place);
      if (!s.allowed || s.allowed->op != Op::set) continue;
      for (const Expression& e : s.allowed->children) {
        if (e->op == Op::name) known_.insert(e->name);
      }
      for (const std::string& word : words_of(s)) {  // several parameters may take one word
        if (!is_definition(word) && words.insert(word).second) global(word, "a word of a parameter", s.place);
      }
    }
    for (const auto& s : t_.inputs) global(s.name, "an input", s.place);
    for (const auto& s : t_.lets) global(s.name, "a definition", s.place);
    if (t_.shatter) known_.insert({"vc", "has"});
    if (t_.reduction) {
      known_.insert("depends");
      for (const auto& s : t_.reduction->image) global(s.name, "a part of the image", s.place);
    }
    std::set<std::string> features;  // tokens of several kinds may carry a feature of one name
    for (const auto& s : t_.tokens) {
      if (!s.kind.empty()) global(s.kind, "a kind of tokens", s.place);
      std::set<std::string> here;
      for (const auto& f : s.features) {
        known_.insert(f.name);
        if (!here.insert(f.name).second) {
          messages_.push_back({f.place, fmt::format("a second feature '{}' of the same tokens", f.name)});
        }
        const bool is_input = is_input_at(f.value, f.name, s.indices);
        if (!is_input && features.insert(f.name).second) global(f.name, "a feature", f.place);
      }
    }
    for (const auto& layer : t_.layers) {
      coordinates(layer.coordinates, layer.encoding, layer.encoding_place);
      for (const auto& e : layer.encodings) coordinates(e.coordinates, e.encoding, e.place);
      for (const auto& head : layer.heads) {
        if (!head.name.empty()) global(head.name, "a head", head.place);
        if (!head.name.empty() && !head.members.empty()) families_.insert(head.name);
      }
    }
  }

  void coordinates(const std::vector<std::string>& names, const std::vector<Expression>& values,
                   const Place& place) {
    std::map<std::string, Place> here;
    // Of an embedding that could not be read to its end fewer values are there than names.
    for (std::size_t k = 0; k < std::min(names.size(), values.size()); ++k) {
      const auto [at, fresh] = here.emplace(names[k], values[k]->place);
      if (!fresh) {
        messages_.push_back(
            {values[k]->place,
             fmt::format("a second coordinate '{}' of one encoding; the first one is in line {}", names[k],
                         at->second.line)});
      }
      coordinates_.insert(names[k]);
      known_.insert(names[k]);
      // num = num gives the feature's name to the coordinate that holds it, and says nothing new.
      if (!is_name(values[k], names[k]) && once_.insert(names[k]).second)
        global(names[k], "a coordinate", place);
    }
  }

  void declare(const Declared& d) {
    refuse_taken_word(d.name, d.what, d.place);
    known_.insert(d.name);
    const auto [at, fresh] = meaning_.emplace(d.name, d);
    if (fresh) return;
    messages_.push_back({d.place, fmt::format("'{}' is {} here and {} in line {}; one name has one meaning",
                                              d.name, d.what, at->second.what, at->second.place.line)});
  }

  void refuse_taken_word(const std::string& name, const std::string& what, const Place& place) {
    const bool of_shatter = t_.shatter && (name == "vc" || name == "has");
    const bool of_reduction = t_.reduction && name == "depends";
    if (!is_known_everywhere(name) && !of_shatter && !of_reduction) return;
    messages_.push_back(
        {place, fmt::format("'{}' has a meaning of its own in theorem files and cannot be the name of {}",
                            name, what)});
  }

  // Indices and the like: they may be called the same in different places, but not as something of the file.
  void local(const std::string& name, const Place& place) {
    known_.insert(name);
    const auto at = meaning_.find(name);
    if (at != meaning_.end()) {
      messages_.push_back(
          {place, fmt::format("'{}' is an index here and {} in line {}; one name has one meaning", name,
                              at->second.what, at->second.place.line)});
    }
    if (name != "d") refuse_taken_word(name, "an index", place);  // d is the width in scales alone
  }

  void locals(const std::vector<std::string>& names, const Place& place) {
    std::set<std::string> here;
    for (const std::string& name : names) {
      local(name, place);
      if (!here.insert(name).second) messages_.push_back({place, fmt::format("two indices '{}'", name)});
    }
  }

  void local_names() {
    for (const auto& s : t_.lets) locals(s.arguments, s.place);
    for (const auto& s : t_.tokens) {
      locals(s.indices, s.place);
      for (const auto& f : s.features) {
        for (const auto& e : f.entries) {
          for (const auto& b : e.binders) local(b.name, b.place);
        }
      }
    }
    for (const auto& s : t_.tasks) locals(s.indices, s.place);
    if (t_.shatter) shatter_names(*t_.shatter);
    if (t_.reduction) reduction_names(*t_.reduction);
    for (const auto& c : t_.checks) known_.insert(c.constants.begin(), c.constants.end());
    for (const auto& layer : t_.layers) {
      if (!layer.family.empty()) local(layer.family, layer.place);
      for (const auto& head : layer.heads) head_names(head);
    }
  }

  // Each input is stated once, in the rows or in the columns.
  void shatter_names(const ShatterStatement& s) {
    if (!s.index.empty()) local(s.index, s.rows_place);
    if (s.rows.empty() != s.columns.empty()) {
      messages_.push_back({s.rows.empty() ? s.columns_place : s.rows_place,
                           s.rows.empty() ? "'columns' without 'rows' that they are to shatter"
                                          : "'rows' without 'columns' that shatter them"});
    }
    std::map<std::string, int> times;
    for (const auto* side : {&s.rows, &s.columns}) {
      for (const InputAssignment& a : *side) {
        locals(a.indices, a.place);
        if (std::find(a.indices.begin(), a.indices.end(), s.index) != a.indices.end())
          messages_.push_back({a.place, fmt::format("'{}' is the number of the row already", s.index)});
        const auto input = std::find_if(t_.inputs.begin(), t_.inputs.end(),
                                        [&](const InputStatement& i) { return i.name == a.input; });
        if (input == t_.inputs.end()) {
          std::vector<std::string> inputs;
          for (const auto& i : t_.inputs) inputs.push_back(i.name);
          messages_.push_back(
              {a.place, fmt::format("'{}' is no input{}", a.input, language::did_you_mean(a.input, inputs))});
        } else if (++times[a.input] == 2) {
          messages_.push_back({a.place, fmt::format("the input '{}' is stated twice", a.input)});
        }
      }
    }
    if (s.rows.empty() || s.columns.empty()) return;
    for (const auto& input : t_.inputs) {
      if (times[input.name] == 0) {
        messages_.push_back(
            {s.rows_place, fmt::format("neither 'rows' nor 'columns' states the input '{}'", input.name)});
      }
    }
  }

  // The map states each part of the image once.
  void reduction_names(const ReductionStatement& s) {
    std::map<std::string, int> times;
    std::vector<std::string> parts;
    for (const auto& i : s.image) parts.push_back(i.name);
    for (const InputAssignment& a : s.map) {
      locals(a.indices, a.place);
      if (std::find(parts.begin(), parts.end(), a.input) == parts.end()) {
        messages_.push_back({a.place, fmt::format("'{}' is no part of the image{}", a.input,
                                                  language::did_you_mean(a.input, parts))});
      } else if (++times[a.input] == 2) {
        messages_.push_back({a.place, fmt::format("the part '{}' of the image is stated twice", a.input)});
      }
    }
    for (const auto& i : s.image) {
      if (!s.map.empty() && times[i.name] == 0)
        messages_.push_back({i.place, fmt::format("'map' does not state '{}'", i.name)});
    }
    const auto is_of_source = [&](const std::string& name) {
      return std::any_of(t_.inputs.begin(), t_.inputs.end(),
                         [&](const InputStatement& i) { return i.name == name; });
    };
    each_expression(t_.tokens, [&](const Expression& e) {
      for (const std::string& name : language::free_names(e)) {
        if (is_of_source(name))
          messages_.push_back(
              {e->place,
               fmt::format("the target's tokens carry what the image has; '{}' is of the source", name)});
      }
    });
    for (const Expression& e : {s.question, s.asked}) {
      if (e == nullptr) continue;
      const bool source = e == s.question;
      for (const std::string& name : language::free_names(e)) {
        const bool of_image = std::find(parts.begin(), parts.end(), name) != parts.end();
        const bool of_source = is_of_source(name);
        if (source ? of_image : of_source)
          messages_.push_back(
              {e->place,
               source ? fmt::format("the source's question speaks of '{}', which is of the image", name)
                      : fmt::format("the target's question speaks of '{}', which is of the source", name)});
      }
    }
  }

  // Statements that may stand several times, but not twice for one thing.
  void repeated() {
    for (std::size_t k = 1; k < t_.tokens.size(); ++k) {
      if (t_.tokens[k].kind.empty() || t_.tokens[0].kind.empty()) {
        messages_.push_back({t_.tokens[k].place,
                             "tokens of several kinds; each kind needs a name, as in tokens ITEM i in [n]"});
      }
    }
    std::map<std::string, Place> tasks;
    for (const auto& s : t_.tasks) {
      const auto [at, fresh] = tasks.emplace(s.kind, s.place);
      if (!fresh) {
        messages_.push_back(
            {s.place,
             fmt::format("a second task of the same tokens; the first one is in line {}", at->second.line)});
      }
    }
    std::map<std::string, Place> checks;
    for (const auto& s : t_.checks) {
      if (s.formula) continue;
      const std::string name = s.name == "displayed" ? "displayed " + s.names.front() : s.name;
      const auto [at, fresh] = checks.emplace(name, s.place);
      if (!fresh) {
        messages_.push_back({s.place, fmt::format("a second check '{}'; the first one is in line {}", name,
                                                  at->second.line)});
      }
    }
  }

  // A spelling shows every input, and each once: what it leaves out could not be read back.
  void spelled_inputs() {
    std::map<std::string, int> times;
    std::vector<std::string> inputs;
    for (const auto& input : t_.inputs) {
      times[input.name] = 0;
      inputs.push_back(input.name);
    }
    const auto visit = [&](const auto& self, const Spelling& spelling) -> void {
      for (const Spelling& part : spelling.parts) self(self, part);
      if (!spelling.parts.empty() || spelling.input.empty()) return;
      const auto at = times.find(spelling.input);
      if (at == times.end()) {
        messages_.push_back({spelling.place, fmt::format("'{}' is no input{}", spelling.input,
                                                         language::did_you_mean(spelling.input, inputs))});
      } else if (++at->second == 2) {
        messages_.push_back({spelling.place, fmt::format("the input '{}' is spelled twice", spelling.input)});
      }
    };
    visit(visit, *t_.spelled);
    for (const auto& [name, count] : times) {
      if (count == 0)
        messages_.push_back({t_.spelled->place, fmt::format("the input '{}' is not spelled", name)});
    }
  }

  void head_names(const HeadStatement& head) {
    if (!head.family.empty()) local(head.family, head.place);
    std::set<std::string> summed;
    for (const auto& s : head.over) {
      local(s.variable, s.place);
      if (!summed.insert(s.variable).second) {
        messages_.push_back({s.place, fmt::format("a second 'over {}' of one head", s.variable)});
      }
    }
    std::map<std::string, Place> lets;
    for (const auto& s : head.lets) {
      local(s.name, s.place);
      locals(s.arguments, s.place);
      const auto [at, fresh] = lets.emplace(s.name, s.place);
      if (!fresh) {
        messages_.push_back({s.place, fmt::format("'{}' is defined in this head already, in line {}", s.name,
                                                  at->second.line)});
      }
    }
    std::map<std::string, Place> rows;
    for (const auto& s : head.rows) {
      std::vector<std::string> indices = s.receiver;
      indices.insert(indices.end(), s.indices.begin(), s.indices.end());
      locals(indices, s.place);
      if (!s.family.empty()) local(s.family, s.place);
      const std::string key =
          fmt::format("{} {}", s.role == RowStatement::Role::row ? "row" : "value",
                      s.number && s.family.empty() ? language::to_string(s.number) : s.family);
      const auto [at, fresh] = rows.emplace(key, s.place);
      if (!fresh) {
        messages_.push_back({s.place, fmt::format("a second '{}' of one head; the first one is in line {}",
                                                  key, at->second.line)});
      }
    }
    const auto is_row = [](const RowStatement& s) { return s.role == RowStatement::Role::row; };
    if (head.score && std::any_of(head.rows.begin(), head.rows.end(), is_row)) {
      messages_.push_back(
          {head.score_place, "the head has rows and a score; one of the two gives the other"});
    }
    std::map<std::string, Place> displays;
    for (const auto& s : head.displays) {
      if (!s.family.empty()) local(s.family, s.place);
      const auto [at, fresh] = displays.emplace(s.what, s.place);
      if (!fresh) {
        messages_.push_back(
            {s.place, fmt::format("a second 'displayed {}' of one head; the first one is in line {}", s.what,
                                  at->second.line)});
      }
    }
  }

  // The names that an expression binds itself, among those that are bound around it.
  void bound_names(const Node& e, std::set<std::string> bound) {
    const auto bind = [&](const std::string& name, const Place& place) {
      local(name, place);
      if (!bound.insert(name).second) {
        messages_.push_back(
            {place,
             fmt::format("'{}' is an index already where this one begins; one name has one meaning", name)});
      }
    };
    for (const auto& b : e.binders) {
      bound_names(*b.range, bound);
      bind(b.name, b.place);
    }
    if (e.op == Op::let || e.op == Op::iterate) bind(e.name, e.place);
    if (e.such_that) bound_names(*e.such_that, bound);
    for (const Expression& child : e.children) bound_names(*child, bound);
  }

  void find_unknown() {
    std::vector<std::string> names(known_.begin(), known_.end());
    for (const auto& f : language::builtin_functions()) names.push_back(f.name);
    std::set<std::string> told;
    const auto unknown = [&](const std::string& name, const Place& place) {
      constexpr std::size_t enough = 50;
      if (known_.contains(name) || is_known_everywhere(name) || told.size() >= enough) return;
      if (is_head_of_family(name)) return;
      if (!told.insert(name).second) return;
      messages_.push_back({place, is_out_of_scope(name) ? out_of_scope(name)
                                                        : fmt::format("'{}' is not known here{}", name,
                                                                      language::did_you_mean(name, names))});
    };
    const auto walk = [&](const auto& self, const Node& e) -> void {
      if (e.op == Op::subscript && known_.contains(whole_name(e))) return;  // n_s, one word
      switch (e.op) {
        case Op::name:
        case Op::call:
        case Op::subscript:
        case Op::member:
          unknown(e.name, e.place);
          break;
        default:
          break;
      }
      for (const auto& b : e.binders) self(self, *b.range);
      if (e.such_that) self(self, *e.such_that);
      if (e.op == Op::member) {
        unknown_coordinate(e);
        return;
      }
      for (const Expression& child : e.children) self(self, *child);
    };
    each_expression(t_, [&](const Expression& e) { walk(walk, *e); });
    for (const auto& layer : t_.layers) {
      for (const auto& head : layer.heads) {
        for (const auto& over : head.over) {
          if (!over.kind.empty()) unknown(over.kind, over.place);
        }
        for (const auto& row : head.rows) labels(row);
      }
    }
    for (const auto& task : t_.tasks) {
      if (!task.kind.empty()) unknown(task.kind, task.place);
    }
    for (const auto& check : t_.checks) {
      if (check.name != "size") continue;
      for (const auto& name : check.names) unknown(name, check.place);
    }
  }

  // fam1, fam2, ..: the heads of `head fam softmax for s in (m, 2*m)`.
  bool is_head_of_family(const std::string& name) const {
    const std::size_t stem = name.find_last_not_of("0123456789") + 1;
    return stem < name.size() && families_.contains(name.substr(0, stem));
  }

  // stream.pos, where the coordinates have names.
  void unknown_coordinate(const Node& e) {
    const Node& child = *e.children.front();
    if (e.name != "stream" || child.op != Op::name) return;
    if (coordinates_.contains(child.name)) return;
    coordinate_message(child.name, child.place);
  }

  void labels(const RowStatement& row) {
    if (coordinates_.empty()) return;
    for (const std::string& label : row.coordinates) {
      if (!label.empty() && !coordinates_.contains(label)) coordinate_message(label, row.place);
    }
  }

  void coordinate_message(const std::string& name, const Place& place) {
    const std::vector<std::string> all(coordinates_.begin(), coordinates_.end());
    messages_.push_back(
        {place, fmt::format("the stream has no coordinate '{}'{}", name, language::did_you_mean(name, all))});
  }

  const TheoremText& t_;
  std::vector<Message>& messages_;
  std::vector<Declared> globals_;
  std::map<std::string, Declared> meaning_;
  std::set<std::string> known_;
  std::set<std::string> families_;  // of heads
  std::set<std::string> coordinates_;
  std::set<std::string> once_;
};

}  // namespace

void check_names(const TheoremText& text, std::vector<Message>& messages) {
  TheoremText alone = text;  // a variant's own layer is looked at with that variant
  alone.variants.clear();
  Names(alone, messages).run();
}

}  // namespace attest::theorems
