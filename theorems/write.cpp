#include "theorems/write.hpp"

#include <algorithm>

#include "theorems/layout.hpp"
#include "theorems/said.hpp"

namespace attest::theorems {

namespace {

class Writer {
 public:
  explicit Writer(const TheoremText& text) : t_(text) {}

  std::string run() {
    layout_.line(0, "attest-theorem 1", {{1, 1, 1}});
    heading();
    declarations();
    for (const LayerStatement& layer : t_.layers) write_layer(layer, 0);
    if (t_.readout) plain(*t_.readout);
    checks();
    for (const HintStatement& s : t_.hints) plain(s);
    for (const ReadAsStatement& s : t_.readings) plain(s);
    for (const Remark& s : t_.choices) remark("choice", s);
    for (const Remark& s : t_.notes) remark("note", s);
    for (const PatchStatement& s : t_.changes) patch(s, 0);
    for (const VariantStatement& s : t_.variants) variant(s);
    expects();
    return layout_.text(t_.comments);
  }

 private:
  template <class Statement>
  void plain(const Statement& s, std::size_t indent = 0) {
    layout_.line(indent, padded(said(s).line()), {s.place});
  }

  void remark(const char* word, const Remark& s) {
    layout_.line(0, padded(said_text(word, s.text).line()), {s.place});
  }

  void heading() {
    std::string line = "theorem " + t_.id;
    if (!t_.title.empty()) line += " \"" + t_.title + "\"";
    if (!t_.extends.empty()) {
      const bool file = !is_identifier(t_.extends);
      line += " extends " + (file ? "\"" + t_.extends + "\"" : t_.extends);
      if (!t_.extends_variant.empty()) line += " (" + t_.extends_variant + ")";
    }
    layout_.line(0, line, {t_.place});
    if (t_.statement) remark("statement", *t_.statement);
    for (const SourceStatement& s : t_.sources) plain(s);
  }

  static bool is_identifier(const std::string& text) {
    return std::all_of(text.begin(), text.end(), [](char c) {
      return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '-' ||
             c == '/' || c == '_';
    });
  }

  // Several statements of one word behind it: sizes n >= 1, m >= n.
  template <class Statement>
  void together(const std::string& word, const std::vector<Statement>& all) {
    if (all.empty()) return;
    std::string text;
    std::vector<Place> places;
    for (const Statement& s : all) {
      const std::string line = said(s).line();
      text += (text.empty() ? "" : ", ") + line.substr(word.size() + 1);
      places.push_back(s.place);
    }
    layout_.line(0, padded(word + " " + text), std::move(places));
  }

  void declarations() {
    together("sizes", t_.sizes);
    limits();
    for (const ParameterStatement& s : t_.parameters) plain(s);
    together("input", t_.inputs);
    if (t_.spelled && !t_.inputs.empty()) {
      layout_.join(said(*t_.spelled).line(), {t_.spelled->place});
    } else if (t_.spelled) {
      plain(*t_.spelled);
    }
    for (const Expression& e : t_.where)
      layout_.line(0, padded(said_condition("where", e).line()), {e->place});
    if (t_.judged_if)
      layout_.line(0, said_condition("judged if", t_.judged_if).line(), {t_.judged_if->place});
    for (const LetStatement& s : t_.lets) plain(s);
    for (const TokensStatement& s : t_.tokens) plain(s);
    for (const TaskStatement& s : t_.tasks) plain(s);
    if (t_.shatter) shatter(*t_.shatter);
    if (t_.reduction) reduction(*t_.reduction);
    if (t_.program) plain(*t_.program);
    for (const ArgumentStatement& s : t_.arguments) argument(s);
  }

  // Its meaning stands on a line of its own where there is no room for it.
  void argument(const ArgumentStatement& s) {
    const std::string line = said(s).line();
    const std::string meaning = "\"" + s.spec.meaning + "\"";
    const bool fits = line.size() + 1 + meaning.size() <= Layout::width;
    layout_.line(0, fits ? line + " " + meaning : line, {s.place});
    if (!fits) layout_.line(4, meaning, {});
  }

  void shatter(const ShatterStatement& s) {
    plain(s);
    if (!s.rows.empty()) layout_.line(0, padded(said_rows(s).line()), {s.rows_place});
    if (!s.columns.empty()) layout_.line(0, padded(said_columns(s).line()), {s.columns_place});
  }

  void reduction(const ReductionStatement& s) {
    plain(s);
    layout_.line(0, padded(said_image(s).line()), {s.image_place});
    layout_.line(0, padded(said_map(s).line()), {s.map_place});
    layout_.line(0, padded(said_becomes(s).line()), {s.asked_place});
  }

  // Those of one command together: limit verify n <= 12, m <= 8.
  void limits() {
    for (std::size_t k = 0; k < t_.limits.size();) {
      const std::string title = said(t_.limits[k]).title;
      const bool begins = k == 0;
      std::string text;
      std::vector<Place> places;
      for (; k < t_.limits.size() && said(t_.limits[k]).title == title; ++k) {
        text += (text.empty() ? "" : ", ") + said(t_.limits[k]).body;
        places.push_back(t_.limits[k].place);
      }
      text = title + " " + text;
      if (begins && !t_.sizes.empty()) {
        layout_.join(text, std::move(places));
      } else {
        layout_.line(0, padded(text), std::move(places));
      }
    }
  }

  // Several landings on one line, up to one that a choice explains.
  void landings(const std::vector<LandingStatement>& all, std::size_t indent) {
    for (std::size_t k = 0; k < all.size();) {
      std::string text = "out";
      std::vector<Place> places;
      bool ends = false;
      for (bool first = true; k < all.size() && !ends; ++k, first = false) {
        text += (first ? "" : ",") + said(all[k]).line().substr(3);
        places.push_back(all[k].place);
        ends = !all[k].choice.empty();
      }
      layout_.line(indent, padded(text), std::move(places));
    }
  }

  void write_layer(const LayerStatement& layer, std::size_t indent) {
    plain(layer, indent);
    if (!layer.encoding.empty()) plain(encoding_of(layer), indent + 2);
    for (const EncodingStatement& s : layer.encodings) plain(s, indent + 2);
    for (const HeadStatement& head : layer.heads) {
      layout_.line(indent + 2, said(head).line(), {head.place});
      for (const auto& s : head.over) layout_.line(indent + 4, said(s).line(), {s.place});
      for (const auto& s : head.lets) layout_.line(indent + 4, said(s).line(), {s.place});
      if (head.score) layout_.line(indent + 4, said_score(head).line(), {head.score_place});
      for (const auto& s : head.rows) layout_.line(indent + 4, said(s).line(), {s.place});
      for (const auto& s : head.displays) layout_.line(indent + 4, said(s).line(), {s.place});
    }
    landings(layer.landings, indent + 2);
  }

  // check output, unique-maximum    also growth ..: in the order of the text, those of one word together.
  void checks() {
    for (std::size_t k = 0; k < t_.checks.size();) {
      const std::string word = t_.checks[k].essential ? "check" : "also";
      std::string text = word;
      std::vector<Place> places;
      const bool begins = k == 0;
      for (bool first = true; k < t_.checks.size() && t_.checks[k].essential == (word == "check");
           ++k, first = false) {
        text += (first ? "" : ",") + said(t_.checks[k]).line().substr(word.size());
        places.push_back(t_.checks[k].place);
      }
      if (begins) {
        layout_.line(0, padded(text), std::move(places));
      } else {
        layout_.join(text, std::move(places));
      }
    }
  }

  void patch(const PatchStatement& s, std::size_t indent) { layout_.line(indent, said(s).line(), {s.place}); }

  void variant(const VariantStatement& s) {
    std::string line = "variant " + s.name + (s.program && !t_.program ? " program" : "") +
                       (s.title.empty() ? "" : " \"" + s.title + "\"");
    if (s.patches.size() == 1 && s.differences.empty() && s.layers.empty() && !s.readout) {
      const std::string whole = line + ": " + said(s.patches.front()).line();
      if (whole.size() <= 100) {
        layout_.line(0, whole, {s.place, s.patches.front().place});
        return;
      }
    }
    layout_.line(0, line, {s.place});
    for (const PatchStatement& p : s.patches) patch(p, 2);
    for (const Remark& d : s.differences) layout_.line(2, said_text("change", d.text).line(), {d.place});
    for (const LayerStatement& layer : s.layers) write_layer(layer, 2);
    if (s.readout) plain(*s.readout, 2);
  }

  // Verdicts of the same settings together: printed refuted(display), repaired holds at n=1..4.
  void expects() {
    for (std::size_t k = 0; k < t_.expects.size();) {
      const std::string settings = settings_text(t_.expects[k]);
      std::string text;
      std::vector<Place> places;
      for (; k < t_.expects.size() && settings_text(t_.expects[k]) == settings; ++k) {
        text += (text.empty() ? "" : ", ") + said(t_.expects[k]).line();
        places.push_back(t_.expects[k].place);
      }
      layout_.line(0, padded("expect " + text + (settings.empty() ? "" : " " + settings)), std::move(places));
    }
  }

  const TheoremText& t_;
  Layout layout_;
};

}  // namespace

std::string write(const TheoremText& theorem) {
  return Writer(theorem).run();
}

}  // namespace attest::theorems
