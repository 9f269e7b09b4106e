#include "theorems/parts.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "theorems/kernels.hpp"

namespace attest::theorems {

namespace {

using Path = std::vector<std::string>;

Path with(Path path, const std::string& last) {
  if (!last.empty()) path.push_back(last);
  return path;
}

class Parts {
 public:
  Parts(TheoremText& t, bool whole) : t_(t), whole_(whole) {}

  // What the parts do outlives this object: they keep references to the text, none to it.
  std::vector<Part> run() {
    each(
        t_.sizes,
        [](const auto& s) {
          return Path{"sizes", s.name};
        },
        &TheoremText::sizes);
    each(
        t_.limits,
        [](const auto& s) {
          return Path{"limit", s.command};
        },
        &TheoremText::limits);
    each<ParameterStatement>(
        t_.parameters,
        [](const auto& s) {
          return Path{"param", s.name};
        },
        &TheoremText::parameters,
        [](ParameterStatement& s, const Expression& e) {
          s.value = e;
          s.automatic = false;
          s.candidates = nullptr;
        });
    each(
        t_.inputs,
        [](const auto& s) {
          return Path{"input", s.name};
        },
        &TheoremText::inputs);
    definitions();
    for (std::size_t k = 0; k < t_.where.size(); ++k) {
      add(
          {"where"}, [&t = t_, k] { return said_condition("where", t.where[k]); },
          [&t = t_, k](const Fragment& f) { return take(f.part.where, t.where[k]); },
          [&t = t_, k] { cut(t.where, k); });
    }
    if (t_.judged_if) {
      add(
          {"judged"}, [&t = t_] { return said_condition("judged if", t.judged_if); },
          [&t = t_](const Fragment& f) { return f.part.judged_if && (t.judged_if = f.part.judged_if, true); },
          [&t = t_] { t.judged_if = nullptr; });
    }
    optional(t_.spelled, "spelled", &TheoremText::spelled);
    tokens();
    each(
        t_.tasks, [](const auto& s) { return with({"task"}, s.kind); }, &TheoremText::tasks);
    shatter();
    reduction();
    for (std::size_t k = 0; k < t_.layers.size(); ++k) {
      scope_ = {"layer", std::to_string(k + 1)};
      layer(t_.layers[k]);
    }
    scope_.clear();
    readout();
    checks();
    each(
        t_.hints,
        [](const auto& s) {
          return Path{"hint", s.name};
        },
        &TheoremText::hints);
    each(
        t_.readings,
        [](const auto& s) {
          return Path{"read", s.literal};
        },
        &TheoremText::readings);
    return std::move(parts_);
  }

 private:
  using Replace = std::function<bool(const Fragment&)>;

  void add(Path path, std::function<Said()> what, Replace replace, std::function<void()> erase,
           bool inner = false) {
    parts_.push_back({scope_, std::move(path), std::move(what), std::move(replace), std::move(erase), inner});
  }

  template <class T>
  static bool take(const std::vector<T>& from, T& to) {
    if (from.size() != 1) return false;
    to = from.front();
    return true;
  }

  template <class T>
  static void cut(std::vector<T>& all, std::size_t k) {
    all.erase(all.begin() + static_cast<std::ptrdiff_t>(k));
  }

  template <class T, class PathOf>
  void each(std::vector<T>& all, const PathOf& path_of, std::vector<T> TheoremText::*member,
            const std::function<void(T&, const Expression&)>& set = nullptr) {
    for (std::size_t k = 0; k < all.size(); ++k) {
      add(
          path_of(all[k]), [&all, k] { return said(all[k]); },
          [&all, k, member, set](const Fragment& f) {
            if (!f.bare) return take(f.part.*member, all[k]);
            if (!set) return false;
            set(all[k], f.bare);
            return true;
          },
          [&all, k] { cut(all, k); });
    }
  }

  template <class T>
  void optional(std::optional<T>& s, const char* word, std::optional<T> TheoremText::*member) {
    if (!s) return;
    add(
        {word}, [&s] { return said(*s); },
        [&s, member](const Fragment& f) { return f.part.*member && (s = f.part.*member, true); },
        [&s] { s.reset(); });
  }

  void shatter() {
    if (!t_.shatter) return;
    ShatterStatement& s = *t_.shatter;
    if (s.function) {
      add(
          {"shatter"}, [&s] { return said(s); },
          [&s](const Fragment& f) {
            if (!f.part.shatter || !f.part.shatter->function) return false;
            s.function = f.part.shatter->function;
            return true;
          },
          [&s] { s.function = nullptr; });
    }
    if (!s.rows.empty()) {
      add(
          {"rows"}, [&s] { return said_rows(s); },
          [&s](const Fragment& f) {
            if (!f.part.shatter || f.part.shatter->rows.empty()) return false;
            s.index = f.part.shatter->index;
            s.members = f.part.shatter->members;
            s.rows = f.part.shatter->rows;
            return true;
          },
          [&s] {
            s.index.clear();
            s.members = nullptr;
            s.rows.clear();
          });
    }
    if (!s.columns.empty()) {
      add(
          {"columns"}, [&s] { return said_columns(s); },
          [&s](const Fragment& f) {
            if (!f.part.shatter || f.part.shatter->columns.empty()) return false;
            s.columns = f.part.shatter->columns;
            return true;
          },
          [&s] { s.columns.clear(); });
    }
  }

  void reduction() {
    if (!t_.reduction) return;
    ReductionStatement& s = *t_.reduction;
    const auto question = [&](const char* word, Said (*said_of)(const ReductionStatement&),
                              Expression ReductionStatement::*member) {
      if (!(s.*member)) return;
      add(
          {word}, [&s, said_of] { return said_of(s); },
          [&s, member](const Fragment& f) {
            if (!f.part.reduction || !((*f.part.reduction).*member)) return false;
            s.*member = (*f.part.reduction).*member;
            return true;
          },
          [&s, member] { s.*member = nullptr; });
    };
    question("reduction", said, &ReductionStatement::question);
    question("becomes", said_becomes, &ReductionStatement::asked);
    several("image", said_image, s, &ReductionStatement::image);
    several("map", said_map, s, &ReductionStatement::map);
  }

  // What may be a list: not empty where it is stated.
  template <class List>
  void several(const char* word, Said (*said_of)(const ReductionStatement&), ReductionStatement& s,
               List ReductionStatement::*member) {
    if ((s.*member).empty()) return;
    add(
        {word}, [&s, said_of] { return said_of(s); },
        [&s, member](const Fragment& f) {
          if (!f.part.reduction || ((*f.part.reduction).*member).empty()) return false;
          s.*member = (*f.part.reduction).*member;
          return true;
        },
        [&s, member] { (s.*member).clear(); });
  }

  // A patch does not say whether a definition is one of a head; the theorem knows.
  void definitions() {
    for (std::size_t k = 0; k < t_.lets.size(); ++k) {
      add(
          {"let", t_.lets[k].name}, [&t = t_, k] { return said(t.lets[k]); },
          [&t = t_, k](const Fragment& f) {
            if (f.bare) {
              t.lets[k].value = f.bare;
              return true;
            }
            const HeadStatement* head = head_of(f);
            return take(f.part.lets, t.lets[k]) || (head != nullptr && take(head->lets, t.lets[k]));
          },
          [&t = t_, k] { cut(t.lets, k); });
    }
  }

  void tokens() {
    for (std::size_t k = 0; k < t_.tokens.size(); ++k) {
      TokensStatement& s = t_.tokens[k];
      add(
          with({"tokens"}, s.kind), [&s] { return said(s); },
          [&s](const Fragment& f) { return f.part.tokens.size() == 1 && (s = f.part.tokens[0], true); },
          [&t = t_, k] { cut(t.tokens, k); });
      scope_ = with({"tokens"}, s.kind);
      for (std::size_t m = 0; m < s.features.size(); ++m) {
        const auto what = [&s, m] {
          Said result = said(s.features[m]);
          result.title = "carry " + result.title;
          return result;
        };
        add(
            {"carry", s.features[m].name}, what,
            [&s, m](const Fragment& f) {
              if (f.bare) {
                s.features[m].value = f.bare;
                s.features[m].entries.clear();
                return true;
              }
              if (f.part.tokens.size() != 1 || f.part.tokens[0].features.size() != 1) return false;
              s.features[m] = f.part.tokens[0].features[0];
              return true;
            },
            [&s, m] { cut(s.features, m); }, true);
      }
      scope_.clear();
    }
  }

  void layer(LayerStatement& layer) {
    if (layer.dimension || whole_) {
      const auto what = [&layer] {
        return Said{"d",
                    " = ",
                    layer.dimension ? language::to_string(layer.dimension) : "the length of the encoding",
                    {}};
      };
      add(
          {"d"}, what, [&layer](const Fragment& f) { return f.bare && (layer.dimension = f.bare, true); },
          [&layer] { layer.dimension = nullptr; });
    }
    if (layer.residual) {
      add(
          {"residual"},
          [] {
            return Said{"residual", "", "", {}};
          },
          [](const Fragment&) { return false; }, [&layer] { layer.residual = false; });
    }
    encoding(layer);
    const Path outside = scope_;
    for (std::size_t k = 0; k < layer.heads.size(); ++k) {
      HeadStatement& head = layer.heads[k];
      const std::string name = head.name.empty() ? std::to_string(k + 1) : head.name;
      if (whole_) {  // that of a fragment only holds what stands in it
        add(
            {"head", name}, [&head] { return said(head); }, [](const Fragment&) { return false; },
            [&layer, k] { cut(layer.heads, k); });
      }
      scope_ = outside;
      scope_.insert(scope_.end(), {"head", name});
      inside(head);
      scope_ = outside;
    }
    for (std::size_t k = 0; k < layer.landings.size(); ++k) {
      add(
          {"out", said(layer.landings[k]).title.substr(4)}, [&layer, k] { return said(layer.landings[k]); },
          [&layer, k](const Fragment& f) {
            return f.part.layers.size() == 1 && take(f.part.layers[0].landings, layer.landings[k]);
          },
          [&layer, k] { cut(layer.landings, k); });
    }
  }

  void encoding(LayerStatement& layer) {
    if (!layer.encoding.empty()) {
      add(
          {layer.embed ? "embed" : "encode"}, [&layer] { return said(encoding_of(layer)); },
          [&layer](const Fragment& f) {
            if (f.part.layers.size() != 1 || f.part.layers[0].encoding.empty()) return false;
            const LayerStatement& from = f.part.layers[0];
            layer.embed = from.embed;
            layer.coordinates = from.coordinates;
            layer.encoding = from.encoding;
            if (!from.encoding_mark.empty()) layer.encoding_mark = from.encoding_mark;
            return true;
          },
          [&layer] {
            layer.encoding.clear();
            layer.coordinates.clear();
          });
      coordinates({}, layer.coordinates, layer.encoding);
    }
    for (std::size_t k = 0; k < layer.encodings.size(); ++k) {
      EncodingStatement& e = layer.encodings[k];
      add(
          {e.embed ? "embed" : "encode", e.kind}, [&e] { return said(e); },
          [&e](const Fragment& f) {
            return f.part.layers.size() == 1 && take(f.part.layers[0].encodings, e);
          },
          [&layer, k] { cut(layer.encodings, k); });
      coordinates(e.kind, e.coordinates, e.encoding);
    }
  }

  void coordinates(const std::string& kind, std::vector<std::string>& names,
                   std::vector<Expression>& values) {
    for (std::size_t k = 0; k < names.size(); ++k) {
      Path path = with({"embed"}, kind);
      path.push_back(names[k]);
      add(
          path,
          [path, &values, k] {
            return Said{joined_path(path), " = ", language::to_string(values[k]), {}};
          },
          [&values, k](const Fragment& f) { return f.bare && (values[k] = f.bare, true); },
          [&names, &values, k] {
            cut(names, k);
            cut(values, k);
          },
          true);
    }
  }

  // The statements of the head of a fragment, where there is one.
  static const HeadStatement* head_of(const Fragment& f) {
    return f.part.layers.size() == 1 && f.part.layers[0].heads.size() == 1 ? &f.part.layers[0].heads[0]
                                                                           : nullptr;
  }

  template <class T, class PathOf>
  void each_of_head(std::vector<T>& all, const PathOf& path_of, std::vector<T> HeadStatement::*member,
                    const std::function<void(T&, const T&)>& keep = nullptr) {
    for (std::size_t k = 0; k < all.size(); ++k) {
      add(
          path_of(all[k]), [&all, k] { return said(all[k]); },
          [&all, k, member, keep](const Fragment& f) {
            const HeadStatement* from = head_of(f);
            const T old = all[k];
            if (from == nullptr || !take(from->*member, all[k])) return false;
            if (keep) keep(all[k], old);
            return true;
          },
          [&all, k] { cut(all, k); });
    }
  }

  void inside(HeadStatement& head) {
    if (head.scale || whole_) {
      add(
          {"scale"},
          [&head] {
            return Said{"scale", " = ", head.scale ? language::to_string(head.scale) : "1", head.scale_mark};
          },
          [&head](const Fragment& f) {
            if (!f.bare) return false;
            head.scale = f.bare;
            if (!f.mark.empty()) head.scale_mark = f.mark;
            return true;
          },
          [&head] { head.scale = nullptr; });
    }
    if (whole_) {
      add(
          {"kernel"},
          [&head] {
            return Said{"kernel", " = ", attention::record_of(head.kernel).word, {}};
          },
          [&head](const Fragment& f) {
            // The word hard-maximum is read as a difference.
            std::string word = f.bare ? language::to_string(f.bare) : "";
            std::erase(word, ' ');
            const auto kernel = attention::kernel_of_word(word);
            if (!kernel) return false;
            head.kernel = *kernel;
            head.kernel_said = true;
            head.leftmost = head.leftmost && *kernel == Kernel::hard_maximum;
            return true;
          },
          [&head] { head.kernel = Kernel::softmax; });
    }
    each_of_head(
        head.over,
        [](const auto& s) {
          return Path{"over", s.variable};
        },
        &HeadStatement::over);
    each_of_head(
        head.lets,
        [](const auto& s) {
          return Path{"let", s.name};
        },
        &HeadStatement::lets);
    if (head.score) {
      add(
          {"score"}, [&head] { return said_score(head); },
          [&head](const Fragment& f) {
            const HeadStatement* from = head_of(f);
            if (from == nullptr || !from->score) return false;
            head.score = from->score;
            if (!from->score_mark.empty()) head.score_mark = from->score_mark;
            return true;
          },
          [&head] { head.score = nullptr; });
    }
    // A row that is changed stays where it was in the source, with its letter and its indices.
    each_of_head<RowStatement>(head.rows, path_of_row, &HeadStatement::rows,
                               [](RowStatement& now, const RowStatement& old) {
                                 if (now.mark.empty()) now.mark = old.mark;
                                 if (now.label.empty()) now.label = old.label;
                                 if (!now.indices.empty()) return;
                                 now.indices = old.indices;
                                 now.receiver = old.receiver;
                               });
    each_of_head<DisplayStatement>(
        head.displays,
        [](const auto& s) {
          return Path{"displayed", s.what};
        },
        &HeadStatement::displays,
        [](DisplayStatement& now, const DisplayStatement& old) {
          if (now.mark.empty()) now.mark = old.mark;
        });
  }

  static Path path_of_row(const RowStatement& s) {
    if (s.role == RowStatement::Role::row && (s.label == "query" || s.label == "key")) return {s.label};
    const std::string word = s.role == RowStatement::Role::row ? "row" : "value";
    if (!s.family.empty()) return {word, s.family};
    return with({word}, s.number ? language::to_string(s.number) : "");
  }

  void readout() {
    if (!t_.readout) return;
    ReadoutStatement& s = *t_.readout;
    add(
        {"readout"}, [&s] { return said(s); },
        [&s](const Fragment& f) {
          if (!f.part.readout) return false;
          const Mark mark = s.mark;
          s = *f.part.readout;
          if (s.mark.empty()) s.mark = mark;
          return true;
        },
        [&t = t_] { t.readout.reset(); });
  }

  void checks() {
    each(
        t_.checks,
        [](const auto& s) {
          Path path{s.essential ? "check" : "also", s.name};
          if (s.name == "displayed" || (s.name == "assert" && !s.names.empty()))
            path.push_back(s.names.front());
          return path;
        },
        &TheoremText::checks);
  }

  TheoremText& t_;
  bool whole_;
  Path scope_;
  std::vector<Part> parts_;
};

bool ends_with(const Path& all, const Path& end) {
  return end.size() <= all.size() && std::equal(end.rbegin(), end.rend(), all.rbegin());
}

}  // namespace

std::string joined_path(const std::vector<std::string>& path) {
  return fmt::format("{}", fmt::join(path, " "));
}

std::string Part::whole_path() const {
  Path whole = scope;
  whole.insert(whole.end(), path.begin(), path.end());
  return joined_path(whole);
}

std::vector<Part> parts_of(TheoremText& theorem, bool whole) {
  return Parts(theorem, whole).run();
}

std::vector<const Part*> parts_named(const std::vector<Part>& parts, const std::vector<std::string>& path) {
  std::vector<const Part*> whole;
  std::vector<const Part*> last;
  for (const Part& part : parts) {
    Path all = part.scope;
    all.insert(all.end(), part.path.begin(), part.path.end());
    if (!ends_with(all, path)) continue;
    (path.size() >= part.path.size() ? whole : last).push_back(&part);
  }
  return whole.empty() ? last : whole;
}

}  // namespace attest::theorems
