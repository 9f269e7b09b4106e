// What names mean inside an encoding, a row or a value: the token's indices, its features (phi, or phi_i and A(i,j) with
// the names that the row gives its indices), the coordinates of its encoding, then constants.
#pragma once

#include <string>
#include <vector>

#include "theorems/token_table.hpp"

namespace attest::theorems {

class TokenNames {
 public:
  // `indices`: names of the token's indices here; `coordinates` and `stream`: the encoding's named coordinates, if any.
  // Keeps references.
  TokenNames(const TokenTable& tokens, attention::Kind kind, std::vector<std::string> indices,
             std::vector<std::string> coordinates, RationalVector stream, const NetworkNames& constants);
  TokenNames(const TokenNames&) = delete;
  TokenNames& operator=(const TokenNames&) = delete;

  const NetworkNames& names() const { return names_; }

 private:
  std::optional<NetworkValue> plain(const std::string& name) const;

  const TokenTable& tokens_;
  attention::Kind kind_;
  std::vector<std::string> indices_;
  std::vector<std::string> coordinates_;
  RationalVector stream_;
  NetworkNames names_;
};

}  // namespace attest::theorems
