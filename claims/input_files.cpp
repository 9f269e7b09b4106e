#include "claims/input_files.hpp"

#include <fmt/format.h>
#include <openssl/evp.h>

#include <array>
#include <mutex>
#include <stdexcept>

namespace attest {

namespace {

struct NotedFiles {
  std::mutex mutex;
  std::map<std::string, std::string> files;
};

NotedFiles& noted_files() {
  static NotedFiles noted;
  return noted;
}

}  // namespace

std::string sha256(std::string_view bytes) {
  std::array<unsigned char, EVP_MAX_MD_SIZE> digest{};
  unsigned int size = 0;
  if (EVP_Digest(bytes.data(), bytes.size(), digest.data(), &size, EVP_sha256(), nullptr) != 1) {
    throw std::runtime_error("SHA-256 failed");
  }
  std::string text;
  for (unsigned int k = 0; k < size; ++k) text += fmt::format("{:02x}", digest[k]);
  return text;
}

void note_input_file(const std::string& name, std::string_view bytes) {
  NotedFiles& noted = noted_files();
  const std::string hash = "sha256 " + sha256(bytes);
  const std::scoped_lock lock(noted.mutex);
  noted.files[name] = hash;
}

std::map<std::string, std::string> input_files() {
  NotedFiles& noted = noted_files();
  const std::scoped_lock lock(noted.mutex);
  return noted.files;
}

void forget_input_files() {
  NotedFiles& noted = noted_files();
  const std::scoped_lock lock(noted.mutex);
  noted.files.clear();
}

}  // namespace attest
