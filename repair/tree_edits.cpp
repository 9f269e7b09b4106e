#include "repair/tree_edits.hpp"

#include <algorithm>
#include <map>
#include <optional>

#include "repair/node_edits.hpp"

namespace attest::theorems::repair {

namespace {

using language::Node;
using language::Op;
using Rebuild = std::function<Expression(const Expression&)>;

Expression with_child(const Expression& e, std::size_t k, const Expression& child) {
  auto copy = std::make_shared<Node>(*e);
  copy->children[k] = child;
  return copy;
}

Expression with_range(const Expression& e, std::size_t k, const Expression& range) {
  auto copy = std::make_shared<Node>(*e);
  copy->binders[k].range = range;
  return copy;
}

// Whether what stands there is a part like others: no exponent, no index (phi_THIS), no number of a coordinate.
bool is_whole(const Node& parent, std::size_t child) {
  return parent.op != Op::subscript && parent.op != Op::member && (parent.op != Op::power || child == 0);
}

std::size_t occurrences(const Expression& in, const Expression& what) {
  std::size_t count = language::same(in, what) ? 1 : 0;
  for (std::size_t k = 0; k < in->children.size(); ++k) {
    if (is_whole(*in, k)) count += occurrences(in->children[k], what);
  }
  for (const auto& binder : in->binders) {
    if (binder.range) count += occurrences(binder.range, what);
  }
  return count;
}

Expression everywhere(const Expression& in, const Expression& what, const Expression& by) {
  if (language::same(in, what)) return by;
  auto copy = std::make_shared<Node>(*in);
  for (std::size_t k = 0; k < copy->children.size(); ++k) {
    if (is_whole(*in, k)) copy->children[k] = everywhere(in->children[k], what, by);
  }
  for (auto& binder : copy->binders) {
    if (binder.range) binder.range = everywhere(binder.range, what, by);
  }
  return copy;
}

void bound_names(const Expression& e, std::vector<std::string>& names) {
  for (const auto& binder : e->binders) {
    if (std::find(names.begin(), names.end(), binder.name) == names.end()) names.push_back(binder.name);
  }
  for (const Expression& child : e->children) bound_names(child, names);
}

class TreeEdits {
 public:
  TreeEdits(const Expression& root, const Site& site, const Vocabulary& names)
      : root_(root), site_(site), names_(names) {
    if (site.kind == Site::Kind::readout || site.kind == Site::Kind::definition)
      bound_names(root, site_.indices);
  }

  std::vector<TreeEdit> run() {
    at(root_, [](const Expression& e) { return e; }, {});
    for (const NodeEdit& edit : root_edits(root_, site_, names_)) add(edit.result, edit.cost, edit.kind);
    std::vector<TreeEdit> all;
    for (auto& [text, edit] : found_) all.push_back(std::move(edit));
    std::stable_sort(all.begin(), all.end(),
                     [](const TreeEdit& a, const TreeEdit& b) { return a.cost < b.cost; });
    return all;
  }

 private:
  void add(const Expression& result, int cost, const std::string& kind) {
    if (language::same(result, root_)) return;
    const auto [at, is_new] = found_.try_emplace(language::to_string(result), TreeEdit{result, cost, kind});
    if (!is_new && at->second.cost > cost) at->second = {result, cost, kind};
  }

  void at(const Expression& e, const Rebuild& rebuild, const NodeContext& context) {
    const bool several = context.whole && e != root_ && occurrences(root_, e) > 1;
    for (const NodeEdit& edit : node_edits(e, site_, names_, context)) {
      add(rebuild(edit.result), edit.cost, edit.kind);
      if (several) add(everywhere(root_, e, edit.result), edit.cost + 1, edit.kind + " everywhere");
    }
    for (std::size_t k = 0; k < e->children.size(); ++k) {
      NodeContext inside;
      inside.exponent = e->op == Op::power && k == 1;
      inside.address = e->op == Op::subscript || e->op == Op::member;
      inside.coordinate = e->op == Op::tuple;
      inside.labelled = site_.labelled;
      inside.whole = is_whole(*e, k);
      at(
          e->children[k], [&, k](const Expression& child) { return rebuild(with_child(e, k, child)); },
          inside);
    }
    for (std::size_t k = 0; k < e->binders.size(); ++k) {
      if (!e->binders[k].range) continue;
      at(e->binders[k].range, [&, k](const Expression& range) { return rebuild(with_range(e, k, range)); },
         {});
    }
  }

  const Expression& root_;
  Site site_;
  const Vocabulary& names_;
  std::map<std::string, TreeEdit> found_;
};

}  // namespace

std::vector<TreeEdit> tree_edits(const Expression& root, const Site& site, const Vocabulary& names) {
  return TreeEdits(root, site, names).run();
}

}  // namespace attest::theorems::repair
