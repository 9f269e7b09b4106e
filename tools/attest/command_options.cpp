#include "tools/attest/command_options.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <stdexcept>

#include "tools/attest/common_options.hpp"
#include "tools/attest/offers.hpp"

namespace attest {

PositionalSpec claim_positional() {
  return {"claim", "the claim, as `attest list` names it, or a theorem file", false, offers::claims()};
}

PositionalSpec settings_positional() {
  return {"parameters", "name=value; an integer may be a range, n=2..5", true, nullptr,
          offers::claim_parameters()};
}

OptionSpec variant_option(const std::string& meaning) {
  return {"--variant", "V", meaning, "", {"printed", "repaired", "constructed"}};
}

OptionSpec margin_option() {
  return {"--margin",
          "R",
          "by cover: go on until both ends of the margins are within a factor R of each other (default: 2, "
          "as far as a fixed number of boxes goes)",
          "",
          {}};
}

OptionSpec count_option() {
  return {"--count", "", "by cover: count the failing inputs, by disjoint boxes", "", {}};
}

OptionSpec paper_option() {
  return {"--paper",
          "P",
          "only the claims of strassen, anna, dat, poly or ea",
          "",
          {"strassen", "anna", "dat", "poly", "ea"}};
}

OptionSpec input_option_spec(const std::string& what) {
  return {"--input", "INPUT", what + "JSON, rank:R, random or @FILE (@- for standard input)", "", {"random"}};
}

const std::vector<OptionSpec>& every_common_option() {
  static const std::vector<OptionSpec> all{
      {"--format",
       "FORMAT",
       "text, json, csv, latex or markdown (default: text, or by --out's ending)",
       "",
       {"text", "json", "csv", "latex", "markdown"}},
      {"--out", "FILE", "write to FILE instead of standard output (-)", "", {}},
      {"--max-bytes", "N", "write no file larger than this", "1G", {}},
      {"--threads", "N", "number of threads (default: all)", "", {}},
      {"--seed", "S", "seed of everything random", default_seed, {}},
      {"--progress", "WHEN", "auto, always or never; on standard error", "auto", {"auto", "always", "never"}},
      {"--color",
       "WHEN",
       "verdicts and best tuples in colour: auto, always or never",
       "auto",
       {"auto", "always", "never"}},
      {"--quiet", "", "nothing on standard error but errors", "", {}},
      {"--budget", "SECONDS", "stop after this many seconds", "", {}},
      {"--part",
       "R/M",
       "one of M parts: by enumeration the inputs whose rank is R modulo M, by cover the boxes",
       "",
       {}},
      {"--first", "", "stop at the first counterexample", "", {}},
      {"--failing", "N", "list up to N failing inputs", "", {}},
  };
  return all;
}

std::vector<OptionSpec> common(const std::vector<std::string>& names) {
  std::vector<OptionSpec> result;
  for (const OptionSpec& spec : every_common_option()) {
    for (const std::string& name : names) {
      if (spec.name == "--" + name) result.push_back(spec);
    }
  }
  if (result.size() != names.size()) throw std::logic_error("a common option that does not exist");
  return result;
}

std::vector<OptionSpec> common(const std::vector<std::string>& names,
                               const std::vector<std::string>& formats) {
  std::vector<OptionSpec> result = common(names);
  for (OptionSpec& spec : result) {
    if (spec.name != "--format") continue;
    spec.words = formats;
    spec.meaning = formats.size() == 1
                       ? formats.front()
                       : fmt::format("{} or {} (default: text, or by --out's ending)",
                                     fmt::join(formats.begin(), formats.end() - 1, ", "), formats.back());
  }
  return result;
}

const std::vector<std::string>& page_formats() {
  static const std::vector<std::string> all{"text", "json", "latex", "markdown"};
  return all;
}

}  // namespace attest
