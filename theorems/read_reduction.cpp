#include "theorems/reader.hpp"

namespace attest::theorems {

// reduction exists i in [m]: a(i) = 1 and b(i) = 1
void Reader::read_reduction(const Token& word) {
  skip_equals_of_patch();
  if (out_->reduction && out_->reduction->question) only_once(true, out_->reduction->place, word);
  if (!out_->reduction) out_->reduction.emplace();
  out_->reduction->place = word.place;
  out_->reduction->question = expression();
}

ReductionStatement& Reader::reduction_here(const Token& word) {
  if (!out_->reduction) {
    if (!in_patch_) {
      tokens_.fail(
          word.place,
          "'" + word.text + "' stands behind 'reduction' and the source's question; none is stated above");
    }
    out_->reduction.emplace();
  }
  return *out_->reduction;
}

// image A : [m+1] x [m+1] -> {0, 1}, B : [m+1] x [m+1] -> {0, 1}
void Reader::read_image(const Token& word) {
  ReductionStatement& reduction = reduction_here(word);
  skip_equals_of_patch();
  only_once(!reduction.image.empty(), reduction.image_place, word);
  reduction.image_place = word.place;
  reduction.image = typed_names("the name of what the image has");
}

// map A(i,j) = if i = 1 and j >= 2 then a(j - 1) else 0, ..
void Reader::read_map(const Token& word) {
  ReductionStatement& reduction = reduction_here(word);
  skip_equals_of_patch();
  only_once(!reduction.map.empty(), reduction.map_place, word);
  reduction.map_place = word.place;
  reduction.map = assignments();
}

// becomes exists j in [m+1]: A(1,j) = 1 and B(j,1) = 1
void Reader::read_becomes(const Token& word) {
  ReductionStatement& reduction = reduction_here(word);
  skip_equals_of_patch();
  only_once(reduction.asked != nullptr, reduction.asked_place, word);
  reduction.asked_place = word.place;
  reduction.asked = expression();
}

}  // namespace attest::theorems
