// The files of an export: the layer in one format, the Python that evaluates it where there is some, its tokens, test vectors and a
// README.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "exchange/exported_layer.hpp"
#include "exchange/float_conversion.hpp"
#include "exchange/test_vectors.hpp"

namespace attest::exchange {

enum class Form { json, npz, onnx, safetensors, torch };
const std::vector<std::pair<std::string, Form>>& forms();  // by name, ascending

// What an export is of and what makes it again: every file carries it.
struct Origin {
  std::string claim;      // "strassen/match3", or own:NAME (FILE, sha256 ..)
  std::string title;      // the statement in a line
  std::string statement;  // where the source has it; may be empty
  std::string variant;
  std::string parameters;  // "n=3 m=4"
  std::string command;
  std::string version;
  std::string build;
  std::uint64_t seed = 0;
  Json files = Json::object();  // those that were read, with their SHA-256

  Json to_json() const;
};

struct ExportFiles {
  std::vector<std::pair<std::string, std::string>> files;  // name, bytes
  ConversionError error;
};

// UsageError, one sentence, for what the form cannot hold, before anything of the layer is written. `format`: of the reals, which json
// has no use for.
ExportFiles export_files(Form form, const ExportedLayer& layer, const Json& tokens,
                         const TestVectors& vectors, const Origin& origin, const FloatFormat& format);

}  // namespace attest::exchange
