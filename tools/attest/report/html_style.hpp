// The style of every page, for a <style> element.
#pragma once

namespace attest::report {

const char* html_style();

}  // namespace attest::report
