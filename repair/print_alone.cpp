#include "repair/print_alone.hpp"

#include "theorems/patch.hpp"

namespace attest::theorems::repair {

TheoremText print_alone(const TheoremText& text, const std::string& variant) {
  TheoremText print = variant_of(text, variant);
  print.expects.clear();
  print.readings.clear();
  print.choices.clear();
  print.notes.clear();
  print.comments.clear();
  print.texts.clear();
  print.base.clear();
  print.base_changes.clear();
  print.base_texts.clear();
  for (LayerStatement& layer : print.layers) {
    for (LandingStatement& landing : layer.landings) landing.choice.clear();
    for (HeadStatement& head : layer.heads) {
      for (DisplayStatement& display : head.displays) display.mend.clear();
    }
  }
  return print;
}

}  // namespace attest::theorems::repair
