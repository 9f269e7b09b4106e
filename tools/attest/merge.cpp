#include <fmt/format.h>

#include <algorithm>
#include <fstream>
#include <istream>
#include <limits>
#include <memory>

#include "claims/consistency.hpp"
#include "claims/input_files.hpp"
#include "claims/stop.hpp"
#include "claims/usage_error.hpp"
#include "claims/user_json.hpp"
#include "tools/attest/arguments.hpp"
#include "tools/attest/build_identity.hpp"
#include "tools/attest/commands.hpp"
#include "tools/attest/common_options.hpp"
#include "tools/attest/explained_counterexample.hpp"
#include "tools/attest/fault_lines.hpp"
#include "tools/attest/output.hpp"
#include "tools/attest/provenance.hpp"
#include "tools/attest/repair_offer.hpp"
#include "tools/attest/replay.hpp"
#include "tools/attest/streams.hpp"
#include "tools/attest/theorem_argument.hpp"
#include "tools/attest/verdict_document.hpp"
#include "tools/attest/verdict_table.hpp"
#include "tools/attest/verdict_text.hpp"
#include "tools/attest/version.hpp"
#include "verification/cover/parts.hpp"
#include "verification/observation.hpp"

namespace attest {

namespace {

struct MergeArguments {
  explicit MergeArguments(const CommandLine& line)
      : files(line.words("files")), verbose(line.has("--verbose")), common(line) {}

  std::vector<std::string> files;
  bool verbose;
  CommonOptions common;
};

struct PartDocument {
  Json document;
  std::string where;  // "file.json:1"
  Part part;
};

UsageError bad(const std::string& where, const std::string& what) {
  return UsageError(where + ": " + what);
}

bool is_by_cover(const Json& document) {
  return document["details"]["run"].value("by", Json()) == "cover";
}

PartDocument read_part_document(const std::string& line, const std::string& where) {
  PartDocument result{parse_user_json(line, where), where, {}};
  const Json& d = result.document;
  if (!d.is_object() || d.value("schema", Json()) != "attest/verdict/1") {
    throw bad(where, "expected a verdict document of attest (schema attest/verdict/1)");
  }
  if (d.value("version", Json()) != version()) {
    throw bad(where,
              fmt::format("made by version {}, this is {}", d.value("version", Json()).dump(), version()));
  }
  if (d.value("build", Json()) != build_identity()) {
    throw bad(where,
              fmt::format("made by build {}, this is {}", d.value("build", Json()).dump(), build_identity()));
  }
  for (const char* field :
       {"claim", "variant", "command", "files", "parameters", "details", "inputs", "seconds"}) {
    if (!d.contains(field)) throw bad(where, fmt::format("the field \"{}\" is missing", field));
  }
  for (const char* field : {"claim", "variant", "command"}) {
    if (!d[field].is_string()) throw bad(where, fmt::format("the field \"{}\" is not a string", field));
  }
  if (!d["files"].is_object() || !d["parameters"].is_object() || !d["details"].is_object() ||
      !d["details"].contains("run") || !d["details"]["run"].is_object() || !d["seconds"].is_number() ||
      (!d["details"].contains("enumeration") &&
       !(is_by_cover(d) && d["details"].contains(cover::tallies_field)))) {
    throw bad(where, "a verdict without the counts that merging needs");
  }
  if (!d.value("verdict", Json()).is_string() || !status_from_string(d["verdict"].get<std::string>())) {
    throw bad(where, "the field \"verdict\" is no verdict");
  }
  if (d.value("part", Json()).is_null()) throw bad(where, "the verdict of a whole run, not of a part");
  if (!d["part"].is_string()) throw bad(where, "the field \"part\" is not R/M");
  result.part = read_part(d["part"].get<std::string>());
  return result;
}

// A line, unless it is longer than any JSON may be (a device has no lines at all).
bool next_line(std::istream& stream, std::string& line, const std::string& name) {
  line.clear();
  int c = stream.get();
  if (c == std::char_traits<char>::eof()) return false;
  for (; c != std::char_traits<char>::eof() && c != '\n'; c = stream.get()) {
    line.push_back(static_cast<char>(c));
    if (line.size() > most_json_bytes)
      throw bad(name, fmt::format("a line of more than {} MiB", most_json_bytes >> 20));
  }
  return true;
}

std::vector<PartDocument> read_documents(const std::vector<std::string>& files) {
  std::vector<PartDocument> result;
  for (const auto& name : files) {
    std::ifstream file;
    if (name != "-") file.open(name, std::ios::binary);
    std::istream& stream = name == "-" ? standard_input() : file;
    if (!stream) throw UsageError("FILE", name, "a file that can be read");
    std::string line;
    long number = 0;
    bool any = false;
    while (next_line(stream, line, name)) {
      ++number;
      if (line.find_first_not_of(" \t\r") == std::string::npos) continue;
      result.push_back(read_part_document(line, fmt::format("{}:{}", name, number)));
      any = true;
    }
    if (!any) throw bad(name, "no verdict in it");
  }
  return result;
}

// The parts of one claim, variant and setting, in the order in which the first of each was met.
using Group = std::vector<PartDocument>;
std::vector<Group> grouped(std::vector<PartDocument> documents) {
  std::vector<Group> groups;
  for (auto& entry : documents) {
    const auto same = [&](const Group& group) {
      const Json& a = group.front().document;
      const Json& b = entry.document;
      return a["claim"] == b["claim"] && a["variant"] == b["variant"] && a["parameters"] == b["parameters"];
    };
    const auto known = std::find_if(groups.begin(), groups.end(), same);
    if (known == groups.end()) {
      groups.push_back({std::move(entry)});
    } else {
      known->push_back(std::move(entry));
    }
  }
  return groups;
}

const char* method_of(const PartDocument& entry) {
  return is_by_cover(entry.document) ? "cover" : "enumeration";
}

void check_group(const Group& group) {
  const Part& first = group.front().part;
  const Json& run = group.front().document["details"]["run"];
  const Json& files = group.front().document["files"];
  const Json seed = group.front().document.value("seed", Json());
  if (!seed.is_number_unsigned()) throw bad(group.front().where, "seed is no count");
  std::vector<const PartDocument*> seen(std::min<std::size_t>(first.modulus, 1000000), nullptr);
  if (first.modulus > seen.size()) throw bad(group.front().where, "more than a million parts");
  for (const auto& entry : group) {
    if (entry.part.modulus != first.modulus) {
      throw bad(entry.where,
                fmt::format("part {}/{} beside part {}/{} of {}", entry.part.residue, entry.part.modulus,
                            first.residue, first.modulus, group.front().where));
    }
    if (is_by_cover(entry.document) != is_by_cover(group.front().document)) {
      throw bad(entry.where, fmt::format("by {} beside {}, which is by {}: parts of different methods",
                                         method_of(entry), group.front().where, method_of(group.front())));
    }
    if (entry.document["details"]["run"] != run) {
      throw bad(entry.where, fmt::format("run with other options than {}", group.front().where));
    }
    if (entry.document.value("seed", Json()) != seed) {
      throw bad(entry.where, fmt::format("run with another seed than {}", group.front().where));
    }
    if (entry.document["files"] != files ||
        entry.document.value("own", Json()) != group.front().document.value("own", Json())) {
      throw bad(entry.where, fmt::format("made from other input files than {}", group.front().where));
    }
    if (run.value("first", false)) throw bad(entry.where, "a part of a run with --first cannot be merged");
    if (seen[entry.part.residue] != nullptr) {
      throw bad(entry.where, fmt::format("overlaps {}: both are part {}/{}", seen[entry.part.residue]->where,
                                         entry.part.residue, entry.part.modulus));
    }
    seen[entry.part.residue] = &entry;
  }
  for (std::size_t r = 0; r < seen.size(); ++r) {
    if (seen[r] == nullptr) {
      throw bad(group.front().where, fmt::format("part {}/{} of {} {} is missing", r, first.modulus,
                                                 group.front().document["claim"].get<std::string>(),
                                                 group.front().document["variant"].get<std::string>()));
    }
  }
}

// The counts that a reader sees are those that are merged, and they can be those of this part.
// Those of a cover are compared with what a part can have seen where they are read (cover/parts.hpp), and with `inputs` below.
void check_counts(const PartDocument& entry) {
  if (!entry.document["details"].contains("enumeration")) return;
  const Json& inputs = entry.document["inputs"];
  try {
    const Observation o = observation_from_json(entry.document["details"]["enumeration"]);
    check_observation(o, o.space, entry.part);
    if (inputs != to_json(o.input_counts())) throw UsageError("inputs: differ from details.enumeration");
  } catch (const UsageError& error) {
    throw bad(entry.where, error.what());
  }
}

// What a part says follows from what it counted: concluded from these counts again, it must be the same.
void check_conclusion(const Claim& claim, Variant variant, const Parameters& parameters,
                      const PartDocument& entry, VerifyOptions options) {
  options.part = entry.part;
  options.part.given = true;
  Json concluded;
  try {
    Verdict verdict = claim.merge(variant, parameters, {entry.document}, options);
    if (const Json own = entry.document.value("own", Json()); own.is_object())
      mark_own(verdict, own["file"].get<std::string>());  // claim_of has read it
    check_consistency(verdict);
    concluded = to_json(verdict);
  } catch (const std::logic_error& error) {
    throw bad(entry.where, error.what());
  } catch (const UsageError& error) {
    throw bad(entry.where, error.what());
  }
  // Where the end of the run came into the conclusion itself, less was said than could be.
  for (const Json& check : entry.document.value("checks", Json::array())) {
    if (check.is_object() && check.value("name", Json()) == "run") return;
  }
  for (const char* field : {"source", "verdict", "kind", "evidence", "reason", "checks", "inputs", "part",
                            "margins", "worst_input", "counterexample", "failing", "size", "notes"}) {
    if (entry.document.value(field, Json()) != concluded[field]) {
      throw bad(entry.where, fmt::format("the field \"{}\" contradicts the counts", field));
    }
  }
}

// Files that were read again now must be those that the parts were made from.
void check_files(const Group& group) {
  const auto read = input_files();
  for (const auto& [name, hash] : group.front().document["files"].items()) {
    const auto now = read.find(name);
    if (now != read.end() && hash != now->second) {
      throw bad(group.front().where, fmt::format("the file {} has changed since", name));
    }
  }
}

// The words of a command as shell_command() writes them, quotes and all.
std::vector<std::string> quoted_words(const std::string& command) {
  std::vector<std::string> words(1);
  bool quoted = false;   // within '..' or $'..'
  bool escapes = false;  // a backslash speaks of the next character
  for (std::size_t k = 0; k < command.size(); ++k) {
    const char c = command[k];
    if (c == ' ' && !quoted) {
      words.emplace_back();
      continue;
    }
    if (c == '\'') {
      escapes = !quoted && k != 0 && command[k - 1] == '$';
      quoted = !quoted;
    }
    words.back() += c;
    if (c == '\\' && (!quoted || escapes) && k + 1 < command.size()) words.back() += command[++k];
  }
  return words;
}

// The part's command without what made it a part.
std::string whole_command(const std::string& command) {
  const std::vector<std::string> own{"--part", "--out", "--checkpoint", "--checkpoint-every"};
  std::string result;
  bool is_value = false;
  for (const std::string& word : quoted_words(command)) {
    const bool left_out = is_value || std::any_of(own.begin(), own.end(), [&](const std::string& option) {
                            return word == option || word.rfind(option + "=", 0) == 0;
                          });
    is_value = !is_value && std::find(own.begin(), own.end(), word) != own.end();
    if (!left_out) result += (result.empty() ? "" : " ") + word;
  }
  return result;
}

std::vector<std::string> words_of(const Json& parameters, const std::string& where) {
  std::vector<std::string> words;
  for (const auto& [name, value] : parameters.items()) {
    if (!value.is_string() && !value.is_number_integer())
      throw bad(where, "a parameter that is no number or word");
    words.push_back(name + "=" + (value.is_string() ? value.get<std::string>() : value.dump()));
  }
  return words;
}

struct Merged {
  Verdict verdict;
  const Claim& claim;
  std::string word;  // what the claim was called: its id, or a file
  std::string command;
  Json seed;  // that all parts have
};

// The claim that the parts are of: of the catalogue, or of a theorem file, which is read again.
const Claim& claim_of(const Context& context, const PartDocument& entry) {
  const Json own = entry.document.value("own", Json());
  if (own.is_null()) return context.catalogue.find(entry.document["claim"].get<std::string>());
  const Json file = own.is_object() ? own.value("file", Json()) : Json();
  if (!file.is_string() || !is_theorem_file(file.get<std::string>()))
    throw bad(entry.where, "a verdict on weights of the reader's own, which has no parts");
  if (file == "-") throw bad(entry.where, "of a theorem from standard input, which cannot be read again");
  const Claim& claim = theorem_argument(context, file.get<std::string>());
  if (input_files().at(file.get<std::string>()) != "sha256 " + own.value("sha256", ""))
    throw bad(entry.where, fmt::format("the file {} has changed since", file.get<std::string>()));
  if (claim.info().id != entry.document["claim"]) {
    throw bad(entry.where,
              fmt::format("of {}; the file {} holds {}", entry.document["claim"].get<std::string>(),
                          file.get<std::string>(), claim.info().id));
  }
  return claim;
}

// What the parts were asked for, as timed_verify.cpp wrote it down.
cover::Options take_run_record(const PartDocument& entry, VerifyOptions& options) {
  const Json& run = entry.document["details"]["run"];
  const Json limit = run.value("failing", Json());
  if (!limit.is_number_unsigned()) throw bad(entry.where, "details.run.failing is not a count");
  options.failing_limit = static_cast<std::size_t>(
      integer_from_json(limit, "details.run.failing", 0, std::numeric_limits<long>::max(), "a count"));
  options.method = is_by_cover(entry.document) ? Method::cover : Method::enumeration;
  cover::Options of_cover;
  const Json margin = run.value("margin", Json());
  if (!margin.is_null()) {
    if (!margin.is_number() || !(margin.get<double>() > 1))
      throw bad(entry.where, "details.run.margin is no factor above 1");
    of_cover.margin = margin.get<double>();
  }
  const Json count = run.value("count", Json(false));
  if (!count.is_boolean()) throw bad(entry.where, "details.run.count is not true or false");
  of_cover.count = count.get<bool>();
  return of_cover;
}

// The whole. Of a cover its margins are searched for here, and counts: with the command's threads and budget.
Verdict whole_verdict(const Claim& claim, Variant variant, const Parameters& parameters,
                      const std::vector<Json>& parts, const VerifyOptions& options,
                      const std::string& where) {
  const RunLimit limit(options);
  try {
    Verdict verdict = claim.merge(variant, parameters, parts, options);
    check_consistency(verdict);
    return verdict;
  } catch (const std::logic_error& error) {
    throw bad(where, error.what());
  } catch (const UsageError& error) {
    throw bad(where, error.what());
  }
}

Merged merge_group(const Context& context, const CommonOptions& common, Group group) {
  check_group(group);
  std::sort(group.begin(), group.end(),
            [](const auto& a, const auto& b) { return a.part.residue < b.part.residue; });
  const Json& front = group.front().document;
  const Claim& claim = claim_of(context, group.front());
  const Variant variant = read_variant(front["variant"].get<std::string>());
  if (!claim.info().has(variant)) throw bad(group.front().where, "a variant that the claim does not have");
  const Parameters parameters =
      parse_parameters(claim.info().parameters, words_of(front["parameters"], group.front().where));
  VerifyOptions options = common.verify_options();
  const cover::Request request(take_run_record(group.front(), options));
  std::vector<Json> parts;
  double seconds = 0;
  for (const auto& entry : group) {
    check_counts(entry);
    check_conclusion(claim, variant, parameters, entry, options);
    parts.push_back(entry.document);
    seconds += entry.document["seconds"].get<double>();
  }
  const Json own = front.value("own", Json());
  Merged result{whole_verdict(claim, variant, parameters, parts, options, group.front().where), claim,
                own.is_null() ? claim.info().id : own["file"].get<std::string>(),
                whole_command(front["command"].get<std::string>()), front["seed"]};
  check_files(group);
  if (!own.is_null()) mark_own(result.verdict, result.word);
  add_replay(claim, result.word, std::nullopt, result.verdict);
  result.verdict.seconds = seconds;
  result.verdict.details["run"] = front["details"]["run"];
  return result;
}

// Only covers leave something to be searched for.
void refuse_unused(const CommonOptions& common, const std::vector<Group>& groups) {
  const auto of_cover = [](const Group& group) { return is_by_cover(group.front().document); };
  if (std::any_of(groups.begin(), groups.end(), of_cover)) return;
  for (const auto& [option, value] :
       {std::pair{"--threads", common.threads}, std::pair{"--budget", common.budget}}) {
    if (value)
      throw UsageError(
          fmt::format("{}: `attest merge` has no use for it for parts of an enumeration", option));
  }
}

}  // namespace

ExitStatus run_merge(const Context& context, const CommandLine& line) {
  const MergeArguments arguments(line);
  arguments.common.check();
  if (arguments.files.empty()) throw UsageError("files: missing, expected the JSON verdicts of all parts");
  const Format format = arguments.common.chosen_format();
  refuse_verbose(arguments.verbose, format);
  std::vector<Merged> merged;
  std::vector<Group> groups = grouped(read_documents(arguments.files));
  refuse_unused(arguments.common, groups);
  for (auto& group : groups) {
    merged.push_back(merge_group(context, arguments.common, std::move(group)));
  }
  Output output(arguments.common.chosen_out(), arguments.common.chosen_max_bytes());
  const Provenance provenance{context.command, arguments.common.chosen_seed()};
  if (output.to_file() && format == Format::text) output.write(provenance.first_line(format));
  std::vector<ExitStatus> statuses;
  std::vector<Verdict> verdicts;
  for (auto& entry : merged) {
    statuses.push_back(exit_status_of(entry.verdict.status));
    const ExplainedInput explained{
        entry.claim,  entry.word,   entry.verdict.variant, entry.verdict.parameters,
        std::nullopt, std::nullopt, provenance.seed,       tuples_in_brief};
    if (format == Format::json) {
      Json document = verdict_document(entry.verdict, entry.command, 0);
      document["seed"] = entry.seed;
      add_lines(explained, entry.verdict, document);
      const auto offer = repair_offer(entry.claim, entry.word, entry.verdict);
      document["repair"] = offer ? to_json(*offer) : Json();
      output.write(json_line(document));
    }
    if (format == Format::text) {
      output.write((verdicts.empty() ? "" : "\n") +
                   verdict_text(entry.verdict, counterexample_text(explained, entry.verdict),
                                arguments.verbose, verdicts.empty()));
    }
    verdicts.push_back(std::move(entry.verdict));
  }
  if (format != Format::json && format != Format::text) {
    output.write(rendered_verdicts(verdicts, format, output.to_file() ? &provenance : nullptr));
  }
  output.commit();
  return gravest(statuses);
}

}  // namespace attest
