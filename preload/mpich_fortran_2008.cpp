// MPICH's module mpi_f08 calls PMPI_Barrier, PMPI_Init and the other functions without a buffer,
// which no preloaded function replaces. When the preload library is loaded, these references of the
// module become references to MPI_*.
#include <dlfcn.h>
#include <link.h>
#include <sys/mman.h>
#include <unistd.h>

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <filesystem>
#include <span>
#include <string>
#include <string_view>

namespace tutti::preload {
namespace {

/// The references of a loaded library to functions of other libraries, from its dynamic section.
class References {
 public:
  explicit References(const dl_phdr_info& library) : base_(library.dlpi_addr) {
    for (const auto& header : std::span(library.dlpi_phdr, library.dlpi_phnum)) {
      if (header.p_type == PT_DYNAMIC)
        read(reinterpret_cast<const ElfW(Dyn)*>(base_ + header.p_vaddr));
      if (header.p_type == PT_GNU_RELRO) {
        relro_begin_ = base_ + header.p_vaddr;
        relro_end_ = relro_begin_ + header.p_memsz;
      }
    }
  }

  /// Calls `replacement(name)` for each reference. Stores the address that it returns, if any.
  template <typename Replacement>
  void replace(const Replacement& replacement) const {
    for (const auto table : {calls_, data_})
      for (const auto& reference : table) {
        const auto* symbol = symbols_ + ELF64_R_SYM(reference.r_info);
        if (void* function = replacement(names_ + symbol->st_name))
          write(base_ + reference.r_offset, function);
      }
  }

 private:
  using Table = std::span<const ElfW(Rela)>;

  void read(const ElfW(Dyn) * entry) {
    const ElfW(Rela)* calls = nullptr, *data = nullptr;
    std::size_t call_bytes = 0, data_bytes = 0;
    for (; entry->d_tag != DT_NULL; ++entry) {
      if (entry->d_tag == DT_SYMTAB) symbols_ = at<ElfW(Sym)>(*entry);
      if (entry->d_tag == DT_STRTAB) names_ = at<char>(*entry);
      if (entry->d_tag == DT_JMPREL) calls = at<ElfW(Rela)>(*entry);
      if (entry->d_tag == DT_PLTRELSZ) call_bytes = entry->d_un.d_val;
      if (entry->d_tag == DT_RELA) data = at<ElfW(Rela)>(*entry);
      if (entry->d_tag == DT_RELASZ) data_bytes = entry->d_un.d_val;
    }
    if (!symbols_ || !names_) return;
    calls_ = {calls, call_bytes / sizeof *calls};
    data_ = {data, data_bytes / sizeof *data};
  }

  template <typename T>
  static const T* at(const ElfW(Dyn) & entry) {
    return reinterpret_cast<const T*>(entry.d_un.d_ptr);
  }

  /// Stores an address. Some of the places were made read-only by the loader (RELRO).
  void write(std::uintptr_t place, void* function) const {
    const bool closed = place >= relro_begin_ && place < relro_end_;
    const auto page_bytes = static_cast<std::uintptr_t>(sysconf(_SC_PAGESIZE));
    auto* page = reinterpret_cast<void*>(place & ~(page_bytes - 1));
    if (closed && mprotect(page, page_bytes, PROT_READ | PROT_WRITE) != 0) return;
    std::memcpy(reinterpret_cast<void*>(place), &function, sizeof function);
    if (closed) mprotect(page, page_bytes, PROT_READ);
  }

  std::uintptr_t base_, relro_begin_ = 0, relro_end_ = 0;
  const ElfW(Sym) * symbols_ = nullptr;
  const char* names_ = nullptr;
  Table calls_, data_;
};

/// Returns the function `MPI_...` that a C program would call, for the name `PMPI_...`; null for
/// other names.
void* as_from_c(const char* name) {
  return std::string_view(name).starts_with("PMPI_") ? dlsym(RTLD_DEFAULT, name + 1) : nullptr;
}

[[gnu::constructor]] void redirect_fortran_2008() {
  dl_iterate_phdr(
      [](dl_phdr_info* library, std::size_t, void*) {
        const auto file = std::filesystem::path(library->dlpi_name).filename().string();
        if (file.starts_with("libmpichfort.")) References(*library).replace(as_from_c);
        return 0;
      },
      nullptr);
}

}  // namespace
}  // namespace tutti::preload
