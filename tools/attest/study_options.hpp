// How a command studies precision: by the threads that it was given, until its deadline.
#pragma once

#include "claims/deadline.hpp"
#include "precision/precision_study.hpp"

namespace attest {

// `deadline` must outlive it.
StudyOptions study_options(const VerifyOptions& run, const Deadline& deadline);

}  // namespace attest
