// Root finding (root_finding.hpp) at given sizes as the record of a layer: the first head; the second one, which only hands y_l1
// through, is the residual. The encoding holds the powers of y and l that the columns of the Q^(r) need, and room for what the
// head puts out.
#pragma once

#include <memory>
#include <span>
#include <vector>

#include "attention/layer.hpp"
#include "constructions/poly/root_finding.hpp"
#include "tasks/root_finding.hpp"
#include "verification/layer_setting.hpp"

namespace attest {

// The numbers of a list as tokens.
class NumberTokens : public LayerTask {
 public:
  explicit NumberTokens(const RootFindingTask& task) : LayerTask(task.space()), task_(task) {}
  std::size_t tokens() const override { return space().length(); }
  void kinds(std::span<const Symbol> word, std::span<attention::Kind> out) const override {
    for (std::size_t token = 0; token < word.size(); ++token)
      out[token] = static_cast<attention::Kind>(token) * space().alphabet_size(token) + word[token];
  }
  long first_symbol() const override { return task_.first_symbol(); }
  Decision decision() const override { return task_.decision(); }
  std::vector<std::size_t> judged_positions() const override { return task_.judged_positions(); }
  long truth(std::span<const Symbol> word, std::size_t which) const override {
    return task_.truth(word, which);
  }
  Json to_json(std::span<const Symbol> word) const override { return task_.to_json(word); }
  Word from_json(const Json& input) const override { return task_.from_json(input); }

 private:
  RootFindingTask task_;
};

struct RootFindingLayer {
  // Lists of n numbers from -record.range to record.range.
  RootFindingLayer(const RootFinding& record, long n);

  NumberTokens tokens;
  attention::Layer layer;     // its readout is 1/2 - |p| of the stream
  std::size_t y_at = 0;       // the coordinate of y_l1
  std::size_t others_at = 0;  // y_l2, .., y_lt from here on
};

}  // namespace attest
