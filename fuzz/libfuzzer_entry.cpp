// What libFuzzer calls. The name under which the program is called says which target it tries: each
// has a symbolic link to the program.
#include <cstddef>
#include <cstdint>
#include <filesystem>

#include "fuzz/named_target.hpp"

static const tutti::fuzz::Target* target = nullptr;

extern "C" int LLVMFuzzerInitialize(int*, char*** arguments) {
  const auto name = std::filesystem::path((*arguments)[0]).filename().string();
  target = tutti::fuzz::target_named(name);
  return 0;
}

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  target->try_input({reinterpret_cast<const char*>(data), size});
  return 0;
}
