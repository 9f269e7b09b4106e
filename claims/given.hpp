// A value that the user gave. Reading it is noted in all its copies, so that one that nothing has read can be
// refused: what is given is used or refused, never ignored.
#pragma once

#include <atomic>
#include <memory>
#include <type_traits>
#include <utility>

namespace attest {

template <class T>
class Given {
 public:
  Given() = default;
  Given(T value) : value_(std::move(value)) {}  // NOLINT(google-explicit-constructor): stands for the value

  template <class U>
  requires(!std::is_same_v<std::remove_cvref_t<U>, Given> && std::is_assignable_v<T&, U>) Given& operator=(
      U&& value) {
    value_ = std::forward<U>(value);
    return *this;
  }

  operator const T&() const { return read(); }  // NOLINT(google-explicit-constructor)
  const T& operator*() const { return read(); }

  const T& peek() const { return value_; }  // not a use
  bool was_read() const { return read_->load(); }

 private:
  const T& read() const {
    read_->store(true);
    return value_;
  }

  T value_{};
  std::shared_ptr<std::atomic<bool>> read_ = std::make_shared<std::atomic<bool>>(false);
};

}  // namespace attest
