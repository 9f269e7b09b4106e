// The five papers of the catalogue.
#pragma once

#include <string>

namespace attest {

// "000" is short for 000_bd1f352bd128419d.txt; what names no seed stays as it is.
inline std::string seed_file(const std::string& name) {
  for (const char* file : {"000_bd1f352bd128419d.txt", "001_9fe7599dfb64bc47.txt", "002_5b79d7fadb87f3f6.txt",
                           "003_fa68b7a15496b434.txt", "004_9370d393bf99a4b8.txt"}) {
    if (name == std::string(file, 3)) return file;
  }
  return name;
}

}  // namespace attest
