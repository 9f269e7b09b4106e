// The two ways in which all inputs of a setting are covered: by the best tuple of each head, or by counts of what tokens show
// (verification/counts).
#pragma once

#include <memory>

#include "verification/cover/count.hpp"
#include "verification/cover/margins.hpp"
#include "verification/cover/run.hpp"
#include "verification/cover/start.hpp"

namespace attest::cover {

class Method {
 public:
  virtual ~Method() = default;
  virtual const Questions& questions() const = 0;
  virtual std::vector<Start> starts() const = 0;
  virtual Covered cover_all(bool unique, const VerifyOptions& options,
                            const ranks::SharedWork* shared) const = 0;
  virtual MarginReport margins(bool all_right, std::optional<double> asked,
                               const VerifyOptions& options) const = 0;
  virtual FailingCount count_failing(std::uint64_t most_boxes) const = 0;
  // "condition" checks of the theorem, of all inputs; `broken` gets the first input that breaks an essential one.
  virtual std::vector<Check> condition_checks(Json& broken) const = 0;
  // What a run has to look at, as text and in terms of bounds.
  virtual std::string cost_text() const = 0;
  virtual Integer terms() const = 0;
  // What is closed one by one.
  virtual const char* closed() const = 0;
  virtual bool by_counts() const { return false; }
};

// By counts where no best tuples can be looked at, or where tokens are alike and counts say more. UsageError where neither can be done.
std::unique_ptr<Method> method_for(const LayerSetting& setting);

}  // namespace attest::cover
