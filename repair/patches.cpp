#include "repair/patches.hpp"

#include <algorithm>
#include <map>

#include "theorems/parts.hpp"

namespace attest::theorems::repair {

namespace {

// The second `check assert` is another part than the first.
std::vector<std::string> numbered_paths(const std::vector<Part>& parts) {
  std::vector<std::string> paths;
  std::map<std::string, int> seen;
  for (const Part& part : parts) {
    const std::string path = part.whole_path();
    paths.push_back(path + " #" + std::to_string(++seen[path]));
  }
  return paths;
}

const Part* find(const std::vector<Part>& parts, const std::vector<std::string>& paths,
                 const std::string& path) {
  const auto at = std::find(paths.begin(), paths.end(), path);
  return at == paths.end() ? nullptr : &parts[static_cast<std::size_t>(at - paths.begin())];
}

// What has to stand before a part's own path for it to be the only one of that name.
std::vector<std::string> scope_needed(const std::vector<Part>& parts, const Part& part) {
  if (parts_named(parts, part.path).size() == 1 || part.scope.empty()) return {};
  std::vector<std::string> scope;
  for (std::size_t k = 0; k + 1 < part.scope.size(); k += 2) {
    if (part.scope[k] == "layer" || part.scope[k] == "head")
      scope.insert(scope.end(), {part.scope[k], part.scope[k + 1]});
  }
  return scope;
}

// What a part says behind its path. Its mark stays what it was.
std::string behind(const Part& part, bool change) {
  Said said = part.said();
  said.mark.clear();
  const std::string line = change ? said.patch() : said.line();
  const std::vector<std::string>& path = part.path;
  const std::string begin = joined_path(path);
  std::string rest = line.starts_with(begin) ? line.substr(begin.size()) : line;
  rest.erase(0, std::min(rest.find_first_not_of(' '), rest.size()));
  return rest;
}

PatchStatement patch(PatchStatement::Action action, const std::vector<std::string>& scope, const Part& part,
                     std::string statement) {
  PatchStatement p;
  p.action = action;
  p.path = scope;
  p.path.insert(p.path.end(), part.path.begin(), part.path.end());
  p.statement = std::move(statement);
  return p;
}

// Numbers of the parts within part k, which stand behind it.
std::vector<std::size_t> inner_parts(const std::vector<Part>& parts, std::size_t k) {
  std::vector<std::size_t> inner;
  for (std::size_t m = k + 1; m < parts.size() && parts[m].inner; ++m) inner.push_back(m);
  return inner;
}

std::vector<std::string> inner_paths(const std::vector<Part>& parts, const std::vector<std::string>& paths,
                                     const Part* of) {
  std::vector<std::string> inner;
  for (const std::size_t m : inner_parts(parts, static_cast<std::size_t>(of - parts.data())))
    inner.push_back(paths[m]);
  return inner;
}

// Whether there are some and they are parts of the old one, in the order in which it has them.
bool are_among(const std::vector<std::string>& inner, const std::vector<std::size_t>& old_inner,
               const std::vector<std::string>& old_paths) {
  std::size_t at = 0;
  for (const std::string& path : inner) {
    while (at < old_inner.size() && old_paths[old_inner[at]] != path) ++at;
    if (at++ == old_inner.size()) return false;
  }
  return !inner.empty();
}

}  // namespace

std::vector<PatchStatement> patches_between(const TheoremText& before, const TheoremText& after) {
  TheoremText old_text = before;
  TheoremText new_text = after;
  const std::vector<Part> old_parts = parts_of(old_text);
  const std::vector<Part> new_parts = parts_of(new_text);
  const std::vector<std::string> old_paths = numbered_paths(old_parts);
  const std::vector<std::string> new_paths = numbered_paths(new_parts);
  std::vector<PatchStatement> patches;
  using Action = PatchStatement::Action;
  std::string dropped;  // a head, with all that stands in it
  for (std::size_t k = 0; k < old_parts.size(); ++k) {
    const Part& old = old_parts[k];
    if (!dropped.empty() && old.whole_path().starts_with(dropped + " ")) continue;
    const Part* now = find(new_parts, new_paths, old_paths[k]);
    if (now == nullptr) {
      if (old.path.front() == "head") dropped = old.whole_path();
      if (!old.inner) patches.push_back(patch(Action::drop, scope_needed(old_parts, old), old, ""));
      continue;
    }
    // A head's line repeats its scale, which is a part of its own.
    if (old.path.front() == "head") continue;
    if (old.inner || now->said().line() == old.said().line()) continue;
    // Of what has parts of its own, those that differ or are gone, if that is all.
    const std::vector<std::size_t> inner = inner_parts(old_parts, k);
    const std::size_t before_inner = patches.size();
    if (are_among(inner_paths(new_parts, new_paths, now), inner, old_paths)) {
      for (const std::size_t m : inner) {
        const Part* within = find(new_parts, new_paths, old_paths[m]);
        if (within == nullptr)
          patches.push_back(patch(Action::drop, scope_needed(old_parts, old_parts[m]), old_parts[m], ""));
        else if (within->said().line() != old_parts[m].said().line())
          patches.push_back(
              patch(Action::change, scope_needed(new_parts, *within), *within, behind(*within, true)));
      }
    }
    if (patches.size() == before_inner)
      patches.push_back(patch(Action::change, scope_needed(new_parts, *now), *now, behind(*now, true)));
  }
  for (std::size_t k = 0; k < new_parts.size(); ++k) {
    if (new_parts[k].inner || find(old_parts, old_paths, new_paths[k]) != nullptr) continue;
    patches.push_back(
        patch(Action::add, scope_needed(new_parts, new_parts[k]), new_parts[k], behind(new_parts[k], false)));
  }
  return patches;
}

TheoremText with_patches(const TheoremText& text, const std::string& variant, const std::string& name,
                         const std::vector<PatchStatement>& patches) {
  TheoremText result = text;
  if (variant != "stated") {
    VariantStatement print;
    print.name = variant;
    result.variants.push_back(std::move(print));
  }
  VariantStatement patched;
  patched.name = variant == name ? name + "-again" : name;
  patched.patches = patches;
  result.variants.push_back(std::move(patched));
  return result;
}

}  // namespace attest::theorems::repair
