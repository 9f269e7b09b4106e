#include "tools/attest/explained_counterexample.hpp"

#include <stdexcept>

#include "tools/attest/explanation_report.hpp"
#include "tools/attest/fault_lines.hpp"
#include "tools/attest/text.hpp"

namespace attest {

std::string counterexample_text(const ExplainedInput& explained, const Verdict& verdict) {
  const Json& counterexample = verdict.counterexample;
  const bool wrong_output = counterexample.is_object() && counterexample.contains("rank") &&
                            counterexample.contains("position") && !counterexample.value("right", true);
  if (!wrong_output || !explained.has_layer())
    return render(display_remarks(display_at_fault(explained, verdict)), Format::text);
  try {
    const Json document =
        explained.document("rank:" + counterexample["rank"].get<std::string>(), counterexample["position"]);
    std::string text = explanation_brief(document);
    if (document.contains("replay"))
      text += "\n" + labelled_command("the rest", document["replay"].get<std::string>());
    return text;
  } catch (const std::runtime_error& error) {
    // The verdict stands without it: more than can be listed, or a precision that does not reach.
    return labelled("not explained", error.what());
  }
}

}  // namespace attest
