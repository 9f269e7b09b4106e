#include "exchange/npz.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <zip.h>

#include <memory>
#include <stdexcept>

#include "exchange/npy.hpp"

namespace attest::exchange {

namespace {

// (3,), (3, 4), ()
std::string python_tuple(const std::vector<std::size_t>& shape) {
  return shape.size() == 1 ? fmt::format("({},)", shape[0]) : fmt::format("({})", fmt::join(shape, ", "));
}

const char* type_name(const Array& array, const FloatConversion& conversion) {
  if (array.type == Array::Type::integer) return "'<i8'";
  if (array.type == Array::Type::truth) return "'|b1'";
  return conversion.bytes() == 8 ? "'<f8'" : "'<f4'";
}

[[noreturn]] void fail(zip_t* archive) {
  throw std::runtime_error(std::string("libzip: ") + zip_strerror(archive));
}

}  // namespace

std::string stored_zip(const std::vector<std::pair<std::string, std::string>>& entries) {
  zip_error_t error;
  zip_error_init(&error);
  zip_source_t* buffer = zip_source_buffer_create(nullptr, 0, 0, &error);
  if (buffer == nullptr) throw std::runtime_error("libzip: no buffer");
  zip_source_keep(buffer);  // it outlives the archive, which gives its own hold back when it is closed
  const std::unique_ptr<zip_source_t, decltype(&zip_source_free)> hold(buffer, &zip_source_free);
  zip_t* archive = zip_open_from_source(buffer, ZIP_CREATE | ZIP_TRUNCATE, &error);
  if (archive == nullptr) {
    zip_source_free(buffer);
    throw std::runtime_error("libzip: no archive");
  }
  std::unique_ptr<zip_t, decltype(&zip_discard)> open(archive, &zip_discard);
  constexpr zip_uint16_t first_of_january_1980 = 1U << 5U | 1U;
  for (const auto& [name, content] : entries) {
    zip_source_t* source = zip_source_buffer(archive, content.data(), content.size(), 0);
    if (source == nullptr) fail(archive);
    const zip_int64_t index = zip_file_add(archive, name.c_str(), source, ZIP_FL_ENC_UTF_8);
    if (index < 0) {
      zip_source_free(source);
      fail(archive);
    }
    const auto at = static_cast<zip_uint64_t>(index);
    if (zip_set_file_compression(archive, at, ZIP_CM_STORE, 0) != 0 ||
        zip_file_set_dostime(archive, at, 0, first_of_january_1980, 0) != 0)
      fail(archive);
  }
  if (zip_close(archive) != 0) fail(archive);
  open.release();  // NOLINT(bugprone-unused-return-value): closed above
  zip_stat_t stat;
  if (zip_source_stat(buffer, &stat) != 0 || zip_source_open(buffer) != 0)
    throw std::runtime_error("libzip: nothing was written");
  std::string bytes(stat.size, '\0');
  const zip_int64_t read = zip_source_read(buffer, bytes.data(), bytes.size());
  zip_source_close(buffer);
  if (read < 0 || static_cast<zip_uint64_t>(read) != stat.size)
    throw std::runtime_error("libzip: the archive was cut");
  return bytes;
}

std::string npz(const std::vector<Array>& arrays, const std::string& structure, const std::string& comment,
                FloatConversion& conversion) {
  std::vector<std::pair<std::string, std::string>> entries;
  for (const Array& array : arrays) {
    std::string bytes = npy_header(type_name(array, conversion), python_tuple(array.shape), comment);
    conversion.append(bytes, array);
    entries.emplace_back(array.name + ".npy", std::move(bytes));
  }
  entries.emplace_back("structure.npy",
                       npy_header(fmt::format("'|S{}'", structure.size()), "()", comment) + structure);
  return stored_zip(entries);
}

}  // namespace attest::exchange
