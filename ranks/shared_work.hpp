// Whether, and under which key, the run that comes next is shared with other ranks: as with a checkpoint (claims/checkpoint.hpp) there is
// one at a time, and what searches on the side has no part in it.
#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include "ranks/follower.hpp"
#include "ranks/leader.hpp"

namespace attest::ranks {

// This process among others; one of the two.
struct Crew {
  std::unique_ptr<Leader> leader;
  std::unique_ptr<Follower> follower;
};

// Null: this process is alone. Set once, before any run, by the thread that runs commands.
Crew* crew();
void set_crew(Crew* crew);
// Whether this process is a rank other than 0.
bool follows();

struct SharedWork {
  bool follows() const { return crew->follower != nullptr; }

  Crew* crew = nullptr;
  std::string key;  // says in full what the work is of: the same key, the same indices and answers
  mutable std::uint64_t loops = 0;  // that it has come to so far, of several (shared_loop.hpp)
};

// While it lives the next run that can be shared is. Nothing where this process is alone.
class SharedWorkRequest {
 public:
  explicit SharedWorkRequest(const std::string& key);
  ~SharedWorkRequest();
  SharedWorkRequest(const SharedWorkRequest&) = delete;
  SharedWorkRequest& operator=(const SharedWorkRequest&) = delete;
};

// Null where nothing is to be shared. Whoever takes it shares its work, and the next one gets nothing.
const SharedWork* taken_shared_work();

}  // namespace attest::ranks
