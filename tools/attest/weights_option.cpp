#include "tools/attest/weights_option.hpp"

#include <set>

#include "claims/input_files.hpp"
#include "claims/usage_error.hpp"
#include "claims/user_json.hpp"
#include "tools/attest/read_file.hpp"

namespace attest {

namespace {

// What a document says beside its weights is what it is used for. The fields that only tell where it comes
// from are not compared.
void check_document(const Json& document, const Claim& claim, Variant variant,
                    const std::vector<Parameters>& settings) {
  static const std::set<std::string> origin{"version", "command", "title",   "statement",
                                            "paper",   "source",  "variants"};
  const auto expect = [](const char* field, const Json& got, const Json& wanted) {
    if (got != wanted) throw UsageError(std::string("--weights: ") + field, got.dump(), wanted.dump());
  };
  for (const auto& [name, value] : document.items()) {
    if (name == "schema") {
      // Those of version 0.1 are read everywhere.
      if (value != "attest/show/1") expect("schema", value, claim.show_schema());
    } else if (name == "claim") {
      expect("claim", value, claim.info().id);
    } else if (name == "variant") {
      expect("variant", value, to_string(variant));
    } else if (name == "parameters") {
      for (const auto& parameters : settings) {
        if (value != parameters.to_json())
          expect("parameters", value, claim.in_numbers(variant, parameters).to_json());
      }
    } else if (name != "weights" && origin.count(name) == 0) {
      throw UsageError("--weights", name, "a document with the fields that `attest show` prints");
    }
  }
}

}  // namespace

Own own_weights(const std::string& path, const std::string& base) {
  const std::string hash = input_files().at(path);  // "sha256 ..."
  const bool catalogue = base.rfind("own:", 0) != 0;
  return {"weights", path, hash.substr(hash.find(' ') + 1), catalogue ? std::optional(base) : std::nullopt};
}

Json read_weights(const Claim& claim, Variant variant, const std::vector<Parameters>& settings,
                  const std::string& path) {
  if (!claim.accepts_weights()) {
    throw UsageError("--weights", path,
                     "a claim whose weights can be replaced; " + claim.info().id + " has none");
  }
  Json document = parse_user_json(read_file(path, "--weights", path, most_json_bytes), "--weights");
  if (!document.is_object()) {
    throw UsageError("--weights", path,
                     "a JSON object as `attest show " + claim.info().id + " ... --format json` prints it");
  }
  if (!document.contains("weights")) return document;
  check_document(document, claim, variant, settings);
  if (!document["weights"].is_object()) {
    throw UsageError("--weights", path,
                     "a document with weights: give `attest show` values of the parameters");
  }
  return document["weights"];
}

}  // namespace attest
