// Tensors over any ring and `einsum`, so that the seed's PyTorch lines can be transcribed as they stand and
// run over rationals, over indeterminates, or over a ring that only counts operations.
//
//   einsum<T>("bhij,bjhd->bihd", attn_scores, sv)
#pragma once

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <cstddef>
#include <map>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

namespace attest {

using Shape = std::vector<std::size_t>;

// Axes that should have one length have two.
struct ShapeError : std::runtime_error {
  using std::runtime_error::runtime_error;
};

inline std::string shape_text(const Shape& shape) {
  return fmt::format("({})", fmt::join(shape, ", "));
}

template <class T>
class Tensor {
 public:
  Tensor() = default;
  explicit Tensor(Shape the_shape) : shape_(std::move(the_shape)) {
    std::size_t size = 1;
    for (const std::size_t length : shape_) size *= length;
    entries_.resize(size);
  }

  const Shape& shape() const { return shape_; }
  std::size_t size() const { return entries_.size(); }
  const std::vector<T>& entries() const { return entries_; }
  std::vector<T>& entries() { return entries_; }

  template <class... Index>
  T& operator()(Index... index) {
    return entries_[offset({static_cast<std::size_t>(index)...})];
  }
  template <class... Index>
  const T& operator()(Index... index) const {
    return entries_[offset({static_cast<std::size_t>(index)...})];
  }

  std::size_t offset(const Shape& index) const {
    if (index.size() != shape_.size()) throw std::out_of_range("an index of the wrong length");
    std::size_t result = 0;
    for (std::size_t k = 0; k < index.size(); ++k) {
      if (index[k] >= shape_[k]) throw std::out_of_range("an index beyond the tensor");
      result = result * shape_[k] + index[k];
    }
    return result;
  }

 private:
  Shape shape_;
  std::vector<T> entries_;
};

// Moves to the next index of the shape, the last axis fastest; false after the last.
inline bool next_index(Shape& index, const Shape& shape) {
  for (std::size_t k = index.size(); k-- > 0;) {
    if (++index[k] < shape[k]) return true;
    index[k] = 0;
  }
  return false;
}

// The sum of products over the letters that do not occur after the arrow. Throws ShapeError where one letter
// stands for two lengths.
template <class T>
Tensor<T> einsum(const std::string& formula, const Tensor<T>& a, const Tensor<T>& b) {
  const std::size_t comma = formula.find(',');
  const std::size_t arrow = formula.find("->");
  const std::string left = formula.substr(0, comma);
  const std::string right = formula.substr(comma + 1, arrow - comma - 1);
  const std::string out = formula.substr(arrow + 2);
  std::map<char, std::size_t> length;
  const auto measure = [&](const std::string& letters, const Shape& shape) {
    if (letters.size() != shape.size()) {
      throw ShapeError(
          fmt::format("'{}' names the axes of a tensor of shape {}", letters, shape_text(shape)));
    }
    for (std::size_t k = 0; k < letters.size(); ++k) {
      const auto [entry, is_new] = length.try_emplace(letters[k], shape[k]);
      if (!is_new && entry->second != shape[k]) {
        throw ShapeError(fmt::format("in '{}' the axis {} has length {} in one tensor and {} in the other",
                                     formula, letters[k], entry->second, shape[k]));
      }
    }
  };
  measure(left, a.shape());
  measure(right, b.shape());

  std::string summed;
  for (const auto& [letter, size] : length) {
    if (out.find(letter) == std::string::npos) summed += letter;
  }
  const auto lengths_of = [&](const std::string& letters) {
    Shape result;
    for (const char letter : letters) result.push_back(length.at(letter));
    return result;
  };
  Tensor<T> result(lengths_of(out));
  if (result.size() == 0) return result;
  const Shape summed_shape = lengths_of(summed);
  bool empty_sum = false;
  for (const std::size_t size : summed_shape) empty_sum = empty_sum || size == 0;
  if (empty_sum) return result;

  Shape at(out.size(), 0);
  do {
    std::map<char, std::size_t> value;
    for (std::size_t k = 0; k < out.size(); ++k) value[out[k]] = at[k];
    const auto index_of = [&](const std::string& letters) {
      Shape index;
      for (const char letter : letters) index.push_back(value[letter]);
      return index;
    };
    T& entry = result.entries()[result.offset(at)];
    Shape over(summed.size(), 0);
    bool first = true;
    do {
      for (std::size_t k = 0; k < summed.size(); ++k) value[summed[k]] = over[k];
      T product = a.entries()[a.offset(index_of(left))] * b.entries()[b.offset(index_of(right))];
      if (first) {
        entry = std::move(product);
      } else {
        entry += product;
      }
      first = false;
    } while (next_index(over, summed_shape));
  } while (next_index(at, result.shape()));
  return result;
}

template <class T>
Tensor<T> operator+(const Tensor<T>& a, const Tensor<T>& b) {
  if (a.shape() != b.shape()) {
    throw ShapeError(fmt::format("a tensor of shape {} plus one of shape {}", shape_text(a.shape()),
                                 shape_text(b.shape())));
  }
  Tensor<T> result = a;
  for (std::size_t k = 0; k < b.size(); ++k) result.entries()[k] += b.entries()[k];
  return result;
}

// Rows times a matrix: (n, k) times (k, m).
template <class T>
Tensor<T> times(const Tensor<T>& rows, const Tensor<T>& matrix) {
  if (rows.shape()[1] != matrix.shape()[0]) {
    throw ShapeError(fmt::format("rows of length {} times a matrix of shape {}", rows.shape()[1],
                                 shape_text(matrix.shape())));
  }
  return einsum<T>("ik,km->im", rows, matrix);
}

// A ring that counts what is done in it (each thread for itself).
struct Counted {
  static inline thread_local long multiplications = 0;
  static inline thread_local long additions = 0;
  static void reset() { multiplications = additions = 0; }
  friend Counted operator*(const Counted&, const Counted&) {
    ++multiplications;
    return {};
  }
  Counted& operator+=(const Counted&) {
    ++additions;
    return *this;
  }
};

}  // namespace attest
