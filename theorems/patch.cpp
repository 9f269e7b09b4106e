#include "theorems/patch.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <set>
#include <stdexcept>

#include "theorems/completeness.hpp"
#include "theorems/lets.hpp"
#include "theorems/names.hpp"
#include "theorems/parts.hpp"

namespace attest::theorems {

namespace {

bool is_unpatched(const VariantStatement& v) {
  return v.patches.empty() && v.layers.empty() && !v.readout && !v.program;
}

const VariantStatement* find_variant(const TheoremText& text, const std::string& name) {
  for (const VariantStatement& v : text.variants) {
    if (v.name == name) return &v;
  }
  return nullptr;
}

[[noreturn]] void fail(const PatchStatement& patch, const std::string& text) {
  throw ParseError({{patch.place, text}});
}

// The one part that a patch names.
const Part& part_of(const std::vector<Part>& parts, const PatchStatement& patch) {
  const auto named = parts_named(parts, patch.path);
  if (named.size() == 1) return *named.front();
  const std::string path = joined_path(patch.path);
  if (named.empty()) {
    std::vector<std::string> known;
    for (const Part& part : parts) {
      known.push_back(joined_path(part.path));
      known.push_back(part.path.back());
    }
    // `drop over` where there is an over j.
    std::vector<std::string> longer;
    for (const Part& part : parts) {
      if (joined_path(part.path).starts_with(path + " "))
        longer.push_back("'" + joined_path(part.path) + "'");
    }
    if (!longer.empty())
      fail(patch, fmt::format("the theorem has no '{}' alone, but {}", path, fmt::join(longer, ", ")));
    const bool may_be_added = patch.action == PatchStatement::Action::change &&
                              std::find(patch.path.begin(), patch.path.end(), "over") != patch.path.end();
    fail(patch, fmt::format("the theorem has no '{}'{}{}", path, language::did_you_mean(path, known),
                            may_be_added ? "; 'add " + path + " ..' gives it one" : ""));
  }
  std::vector<std::string> all;
  for (const Part* part : named) all.push_back("'" + part->whole_path() + "'");
  fail(patch, fmt::format("'{}' may be {}; say which", path, fmt::join(all, " or ")));
}

template <class T>
void append(std::vector<T>& to, const std::vector<T>& from) {
  to.insert(to.end(), from.begin(), from.end());
}

HeadStatement& head_for(TheoremText& text, const PatchStatement& patch) {
  const auto at = std::find(patch.path.begin(), patch.path.end(), "head");
  std::vector<HeadStatement*> heads;
  for (LayerStatement& layer : text.layers) {
    for (std::size_t k = 0; k < layer.heads.size(); ++k) {
      const std::string& name = layer.heads[k].name;
      const bool wanted = at == patch.path.end() || std::next(at) == patch.path.end() ||
                          *std::next(at) == (name.empty() ? std::to_string(k + 1) : name);
      if (wanted) heads.push_back(&layer.heads[k]);
    }
  }
  if (heads.size() == 1) return *heads.front();
  fail(patch, heads.empty() ? "the theorem has no such head"
                            : "the theorem has several heads; say which, as in add head left let ..");
}

void add_to(TheoremText& text, const PatchStatement& patch) {
  const Fragment fragment = read_fragment(patch);
  const TheoremText& part = fragment.part;
  append(text.sizes, part.sizes);
  append(text.limits, part.limits);
  append(text.parameters, part.parameters);
  append(text.inputs, part.inputs);
  append(text.where, part.where);
  append(text.lets, part.lets);
  append(text.tokens, part.tokens);
  append(text.tasks, part.tasks);
  append(text.checks, part.checks);
  append(text.readings, part.readings);
  append(text.choices, part.choices);
  append(text.hints, part.hints);
  const auto once = [&](auto& to, const auto& from, const char* word) {
    if (!from) return;
    if (to) fail(patch, fmt::format("the theorem has a '{}' already", word));
    to = from;
  };
  once(text.judged_if, part.judged_if, "judged if");
  once(text.spelled, part.spelled, "spelled");
  once(text.readout, part.readout, "readout");
  if (part.reduction) fail(patch, "what a reduction states is changed, not added");
  if (part.shatter) {
    if (!text.shatter) fail(patch, "the theorem has no 'shatter'");
    ShatterStatement& to = *text.shatter;
    const ShatterStatement& from = *part.shatter;
    if (from.function) fail(patch, "the theorem has a 'shatter' already");
    if (!from.rows.empty()) {
      if (!to.rows.empty()) fail(patch, "the theorem has 'rows' already");
      to.index = from.index;
      to.members = from.members;
      to.rows = from.rows;
      to.rows_place = patch.place;
    }
    if (!from.columns.empty()) {
      if (!to.columns.empty()) fail(patch, "the theorem has 'columns' already");
      to.columns = from.columns;
      to.columns_place = patch.place;
    }
    return;
  }
  const LayerStatement& layer = part.layers.front();
  const HeadStatement& head = layer.heads.front();
  if (!layer.encoding.empty() || !layer.encodings.empty()) {
    fail(patch, "an encoding is changed, not added");
  }
  if (!layer.landings.empty()) {
    if (text.layers.size() != 1) fail(patch, "the theorem has several layers; write a whole layer block");
    append(text.layers.front().landings, layer.landings);
  }
  if (head.rows.empty() && head.lets.empty() && head.over.empty() && head.displays.empty() && !head.score)
    return;
  HeadStatement& to = head_for(text, patch);
  once(to.score, head.score, "score");
  if (head.score) {
    to.score_mark = head.score_mark;
    to.score_place = head.score_place;
  }
  append(to.rows, head.rows);
  append(to.lets, head.lets);
  append(to.over, head.over);
  append(to.displays, head.displays);
}

void apply(TheoremText& text, const PatchStatement& patch) {
  if (patch.action == PatchStatement::Action::add) return add_to(text, patch);
  const std::vector<Part> parts = parts_of(text);
  const Part& part = part_of(parts, patch);
  if (patch.action == PatchStatement::Action::drop) return part.erase();
  if (!part.replace(read_fragment(patch))) {
    fail(patch, fmt::format("'{}' is not changed so; write it as '{}'", joined_path(patch.path),
                            "change " + part.said().patch()));
  }
}

TheoremText patched(TheoremText text, const std::vector<PatchStatement>& patches) {
  for (const PatchStatement& patch : patches) apply(text, patch);
  return text;
}

// What a text says of a part, as a sentence quotes it.
std::string body_of(const Said& s) {
  return s.body.empty() ? s.title : s.body;
}

std::string unmarked(const Said& s) {
  return s.title + s.separator + s.body;
}

std::string sentence(TheoremText text, const PatchStatement& patch) {
  const std::string reason = patch.because.empty() ? "" : ", because " + patch.because;
  if (patch.action == PatchStatement::Action::add) {
    return fmt::format("{} {} is added{}", joined_path(patch.path), patch.statement, reason);
  }
  const std::vector<Part> before = parts_of(text);
  const Part& part = part_of(before, patch);
  const std::ptrdiff_t at = &part - before.data();
  const Said old = part.said();
  if (patch.action == PatchStatement::Action::drop) {
    return fmt::format("{} is dropped{}{}", old.title, old.body.empty() ? "" : ": " + old.body, reason);
  }
  apply(text, patch);
  const Said now = parts_of(text).at(static_cast<std::size_t>(at)).said();
  if (now.title != old.title) return fmt::format("{} becomes {}{}", unmarked(old), unmarked(now), reason);
  return fmt::format("{}: {} becomes {}{}", old.title, body_of(old), body_of(now), reason);
}

TheoremText alone(TheoremText text, const std::string& name) {
  text.variants.clear();
  std::erase_if(text.expects,
                [&](const ExpectStatement& e) { return !e.variant.empty() && e.variant != name; });
  for (ExpectStatement& e : text.expects) e.variant.clear();
  return text;
}

bool changes_display(const PatchStatement& patch, const std::string& what) {
  const auto& path = patch.path;
  return patch.action == PatchStatement::Action::change && path.size() >= 2 &&
         path[path.size() - 2] == "displayed" && path.back() == what;
}

// What other variants say of the displays that this one leaves as they are.
void add_mends(TheoremText& text, const std::vector<VariantStatement>& variants, const std::string& name) {
  for (LayerStatement& layer : text.layers) {
    for (HeadStatement& head : layer.heads) {
      for (DisplayStatement& display : head.displays) {
        bool changed_here = false;
        for (const VariantStatement& variant : variants) {
          for (const PatchStatement& patch : variant.patches) {
            if (!changes_display(patch, display.what)) continue;
            changed_here = changed_here || variant.name == name;
            if (display.mend.empty()) display.mend = patch.because;
          }
        }
        if (changed_here) display.mend.clear();
      }
    }
  }
}

TheoremText applied(const TheoremText& text, const VariantStatement& variant) {
  TheoremText result = text;
  if (!variant.layers.empty()) result.layers = variant.layers;
  if (variant.readout) result.readout = variant.readout;
  return patched(alone(std::move(result), variant.name), variant.patches);
}

}  // namespace

std::vector<std::string> variant_names(const TheoremText& text) {
  std::vector<std::string> names;
  const bool named = std::any_of(text.variants.begin(), text.variants.end(), is_unpatched);
  if (!named && !text.program) names.emplace_back("stated");
  for (const VariantStatement& v : text.variants) names.push_back(v.name);
  return names;
}

TheoremText variant_of(const TheoremText& text, const std::string& name) {
  if (const VariantStatement* variant = find_variant(text, name)) {
    TheoremText result = applied(text, *variant);
    add_mends(result, text.variants, name);
    return result;
  }
  const std::vector<std::string> names = variant_names(text);
  if (std::find(names.begin(), names.end(), name) == names.end()) {
    throw std::invalid_argument(
        fmt::format("the theorem '{}' has no variant '{}', only {}", text.id, name, fmt::join(names, ", ")));
  }
  TheoremText result = alone(text, name);
  add_mends(result, text.variants, name);
  return result;
}

namespace {

// What patches change, one sentence each; they are applied to the text.
std::vector<std::string> changes_by(const std::vector<PatchStatement>& patches, TheoremText& text) {
  std::vector<std::string> sentences;
  for (const PatchStatement& patch : patches) {
    sentences.push_back(sentence(text, patch));
    apply(text, patch);
  }
  return sentences;
}

}  // namespace

std::vector<std::string> changes(const TheoremText& text, const std::string& name) {
  const VariantStatement* variant = find_variant(text, name);
  if (variant == nullptr) return {};
  std::vector<std::string> sentences;
  if (!variant->layers.empty()) sentences.push_back("the whole layer is another one");
  if (variant->readout) sentences.push_back("readout: " + said(*variant->readout).body);
  TheoremText now = text;
  if (!variant->layers.empty()) now.layers = variant->layers;
  if (variant->readout) now.readout = variant->readout;
  for (std::string& change : changes_by(variant->patches, now)) sentences.push_back(std::move(change));
  for (const Remark& difference : variant->differences) sentences.push_back(difference.text);
  return sentences;
}

TheoremText extended(const TheoremText& text, const FindBase& find_base) {
  if (text.extends.empty()) return text;
  const auto fail_here = [&](const std::string& message) { throw ParseError({{text.place, message}}); };
  std::set<std::string> seen;
  const std::function<TheoremText(const TheoremText&)> whole = [&](const TheoremText& t) {
    if (t.extends.empty()) return t;
    if (!seen.insert(t.extends).second) fail_here(fmt::format("'{}' extends itself in the end", t.extends));
    TheoremText base = whole(find_base(t.extends));
    const std::vector<std::string> names = variant_names(base);
    const std::string variant =
        t.extends_variant.empty() && names.size() == 1 ? names.front() : t.extends_variant;
    if (variant.empty()) {
      fail_here(fmt::format("'{}' has several variants; write extends {} ({})", t.extends, t.extends,
                            names.front()));
    }
    if (std::find(names.begin(), names.end(), variant) == names.end()) {
      fail_here(fmt::format("'{}' has no variant '{}'{}", t.extends, variant,
                            language::did_you_mean(variant, names)));
    }
    const VariantStatement* of_base = find_variant(base, variant);
    if (of_base != nullptr && of_base->program)
      fail_here(fmt::format("the variant '{}' of '{}' is a program; there is no text to change", variant,
                            t.extends));
    TheoremText result = without_idle_readings(variant_of(base, variant));
    result.base_texts.emplace_back(result.place.text, t.extends);
    result.base_changes = changes_by(t.changes, result);
    result.base = fmt::format("{} ({})", t.extends, variant);
    result.id = t.id;
    result.title = t.title;
    result.place = t.place;
    result.statement = t.statement;  // the base's is about the base
    result.sources.insert(result.sources.begin(), t.sources.begin(), t.sources.end());
    append(result.limits, t.limits);
    append(result.choices, t.choices);
    append(result.notes, t.notes);
    append(result.hints, t.hints);
    result.variants = t.variants;
    result.expects = t.expects;
    result.comments = t.comments;
    append(result.texts, t.texts);
    return result;
  };
  TheoremText result = whole(text);
  std::vector<Message> messages;
  check_complete(result, messages);
  check_names(result, messages);
  for (Message& message : messages) message.text = "with its changes: " + message.text;
  check_variants(result, messages);
  if (!messages.empty()) throw ParseError(std::move(messages));
  return result;
}

void check_variants(const TheoremText& text, std::vector<Message>& messages) {
  if (text.program && text.variants.empty())
    messages.push_back({text.program->place, fmt::format("the theorem '{}' has no 'variant'", text.id)});
  const VariantStatement* unpatched = nullptr;
  for (const VariantStatement& v : text.variants) {
    if (v.program && (!v.patches.empty() || !v.layers.empty() || v.readout))
      messages.push_back({v.place, "a variant that is a program changes nothing in the text"});
    if (!v.program && !v.differences.empty())
      messages.push_back(
          {v.differences.front().place,
           "a change in words belongs to a variant that is a program; expected what is changed, as in "
           "change value 3 (k) = (k - n)"});
    if (!is_unpatched(v)) {
      if (v.name == "stated")
        messages.push_back({v.place, "'stated' is the theorem as it stands, without patches"});
      continue;
    }
    if (unpatched != nullptr) {
      messages.push_back(
          {v.place,
           fmt::format("'{}' changes nothing, and '{}' in line {} names the unchanged theorem already",
                       v.name, unpatched->name, unpatched->place.line)});
    }
    unpatched = &v;
  }
  const std::vector<std::string> names = variant_names(text);
  for (const ExpectStatement& e : text.expects) {
    if (e.variant.empty() || std::find(names.begin(), names.end(), e.variant) != names.end()) continue;
    messages.push_back({e.place, fmt::format("the theorem has no variant '{}'{}", e.variant,
                                             language::did_you_mean(e.variant, names))});
  }
  const bool clean = messages.empty();
  for (const VariantStatement& v : text.variants) {
    try {
      const TheoremText whole = applied(text, v);
      if (!clean || is_unpatched(v)) continue;
      std::vector<Message> own;
      check_complete(whole, own);
      check_names(whole, own);
      for (const Message& message : own) {
        messages.push_back({message.place.line > 0 ? message.place : v.place,
                            fmt::format("in the variant '{}': {}", v.name, message.text)});
      }
    } catch (const ParseError& error) {
      messages.insert(messages.end(), error.messages().begin(), error.messages().end());
    }
  }
}

void check_extension(const TheoremText& text, std::vector<Message>& messages) {
  const auto refuse = [&](const auto& all, const char* word) {
    for (const auto& s : all) {
      messages.push_back(
          {s.place,
           fmt::format("a theorem that extends another has no '{0}' of its own; write 'change {0} ..' "
                       "or 'add {0} ..'",
                       word)});
    }
  };
  refuse(text.sizes, "sizes");
  refuse(text.parameters, "param");
  refuse(text.inputs, "input");
  refuse(text.lets, "let");
  refuse(text.tokens, "tokens");
  refuse(text.tasks, "task");
  refuse(text.checks, "check");
  refuse(text.readings, "read");
  if (text.shatter) {
    messages.push_back(
        {text.shatter->place,
         "a theorem that extends another has no 'shatter' of its own; write 'change shatter ..'"});
  }
  if (text.reduction) {
    messages.push_back(
        {text.reduction->place,
         "a theorem that extends another has no 'reduction' of its own; write 'change map ..'"});
  }
  for (const auto& layer : text.layers) {
    messages.push_back(
        {layer.place, "a theorem that extends another has no 'layer' of its own; a variant may have one"});
  }
  for (const Expression& e : text.where) {
    messages.push_back(
        {e->place, "a theorem that extends another has no 'where' of its own; write 'add where ..'"});
  }
  if (text.readout) {
    messages.push_back(
        {text.readout->place,
         "a theorem that extends another has no 'readout' of its own; write 'change readout = ..'"});
  }
  if (text.judged_if) {
    messages.push_back(
        {text.judged_if->place,
         "a theorem that extends another has no 'judged if' of its own; write 'change judged if ..'"});
  }
  if (text.spelled) {
    messages.push_back(
        {text.spelled->place,
         "a theorem that extends another has no 'spelled' of its own; write 'change spelled = ..'"});
  }
}

}  // namespace attest::theorems
