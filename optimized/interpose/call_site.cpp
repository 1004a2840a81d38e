#include "optimized/interpose/call_site.hpp"

#include <dlfcn.h>
#include <fmt/core.h>

#include <filesystem>

namespace tutti::interpose {

std::string call_site(const void* address) {
  Dl_info info{};
  if (!dladdr(address, &info) || !info.dli_fname) return "unknown";
  const auto offset = static_cast<const char*>(address) - static_cast<const char*>(info.dli_fbase);
  const auto place =
      fmt::format("{}+{:#x}", std::filesystem::path(info.dli_fname).filename().string(), offset);
  return info.dli_sname ? fmt::format("{} ({})", place, info.dli_sname) : place;
}

}  // namespace tutti::interpose
