#include <catch2/catch.hpp>
#include <filesystem>
#include <fstream>

#include <unistd.h>

#include "claims/parameters.hpp"
#include "claims/usage_error.hpp"

namespace attest::parameter_file_test {

TEST_CASE("A file parameter takes a file that can be read, or one of its words", "[claims]") {
  ParameterSpec spec;
  spec.name = "table";
  spec.type = ParameterType::file;
  spec.values = {"random"};
  const auto refused = [&](const std::string& word) {
    try {
      parse_parameters({spec}, {word});
    } catch (const UsageError& error) {
      return std::string(error.what());
    }
    return std::string("accepted");
  };
  const std::string path =
      std::filesystem::temp_directory_path() / ("attest-file-" + std::to_string(getpid()));
  CHECK(refused("table=" + path) ==
        "table: got \"" + path + "\", expected a file that can be read, or random");
  std::ofstream(path) << "[]";
  CHECK(parse_parameters({spec}, {"table=" + path}).text("table") == path);
  CHECK(parse_parameters({spec}, {"table=random"}).text("table") == "random");
  CHECK(refused("table=/tmp") == "table: got \"/tmp\", expected a file that can be read, or random");
  CHECK(refused("table=") == "table: got \"\", expected a file that can be read, or random");
  CHECK(spec.to_json()["type"] == "file");
  std::filesystem::remove(path);
}

}  // namespace attest::parameter_file_test
