#include "repair/proving.hpp"

#include <algorithm>

#include "claims/stop.hpp"
#include "claims/usage_error.hpp"
#include "theorems/proof/shattered_range.hpp"

namespace attest::theorems::repair {

EverySize every_size(const TheoremText& text, const std::string& variant, const ClaimOf& claim_of,
                     const std::vector<std::string>& given, VerifyOptions run) {
  try {
    const std::unique_ptr<Claim> claim = claim_of(text);
    if (!states_proof(*claim)) return {{}, "`prove` speaks of layers and of rows that are shattered"};
    run.budget_seconds = std::min(run.budget_seconds.value_or(most_seconds_of_proof), most_seconds_of_proof);
    return {prove_claim(*claim, named_variant(variant), given, run), ""};
  } catch (const Stopped&) {
    return {{}, "not asked: the search ended before"};
  } catch (const UsageError& error) {  // `prove` reads fewer theorems than `verify`
    return {{}, error.what()};
  }
}

}  // namespace attest::theorems::repair
