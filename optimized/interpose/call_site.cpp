#include "optimized/interpose/call_site.hpp"

#include <cxxabi.h>
#include <dlfcn.h>
#include <fmt/core.h>

#include <cstdlib>
#include <filesystem>
#include <memory>

namespace tutti::interpose {
namespace {

/// A name of C++ as it was written.
std::string readable(const char* symbol) {
  int status = 0;
  const std::unique_ptr<char, decltype(&std::free)> name(
      abi::__cxa_demangle(symbol, nullptr, nullptr, &status), std::free);
  return name ? name.get() : symbol;
}

}  // namespace

std::string call_site(const void* address) {
  Dl_info info{};
  if (!dladdr(address, &info) || !info.dli_fname) return "unknown";
  const auto offset = static_cast<const char*>(address) - static_cast<const char*>(info.dli_fbase);
  const auto place =
      fmt::format("{}+{:#x}", std::filesystem::path(info.dli_fname).filename().string(), offset);
  return info.dli_sname ? fmt::format("{} ({})", place, readable(info.dli_sname)) : place;
}

}  // namespace tutti::interpose
