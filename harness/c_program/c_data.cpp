#include "harness/c_program/c_data.hpp"

#include <algorithm>
#include <cmath>
#include <stdexcept>

#include "harness/c_program/c_elements.hpp"
#include "harness/c_program/source_text.hpp"
#include "harness/case/element.hpp"
#include "harness/case/floating.hpp"
#include "harness/case/operator_semantics.hpp"

namespace tutti::c_text {
namespace {

/// The parts of a body: its result is an expression of `x`, which are the bits.
struct Body {
  std::string result;
  std::string before = "";  ///< statements
};

template <typename T>
constexpr int exact_bits() {
  if constexpr (is_integer<T>)
    return std::numeric_limits<T>::digits;
  else
    return std::min(significand_bits<T>, 63);
}

/// Returns the largest magnitude up to which every integer is a value of the type.
template <typename T>
constexpr std::uint64_t largest_exact() {
  const int bits = exact_bits<T>();
  return bits == 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << bits) - (is_integer<T> ? 1 : 0);
}

template <typename T>
constexpr bool has_sign = is_floating<T> || std::is_signed_v<T>;

/// Returns a cast of an expression of unsigned bits to a number of the type.
std::string number(const std::string& type, const std::string& bits, bool has_sign) {
  return "(" + type + ")" + (has_sign ? "(int64_t)" : "") + bits;
}

/// Returns an arbitrary number of the type, of the bits in the variable.
template <typename T>
std::string arbitrary_number(const std::string& type, const std::string& bits) {
  if constexpr (is_floating<T>)
    return filled(
        "($type)((int64_t)$bits >> $unused) / 1024",
        {{"type", type}, {"bits", bits}, {"unused", std::to_string(64 - exact_bits<T>())}});
  else
    return number(type, bits, false);
}

std::string scrambled(const std::string& bits) { return "scramble(" + bits + ")"; }

/// Returns an addend, in an expression of bits.
template <typename T>
std::string addend(const std::string& type, const std::string& bits, int ranks) {
  const std::uint64_t bound = largest_exact<T>() / static_cast<std::uint64_t>(ranks);
  if (bound == 0)  // more ranks than values: only some have an addend
    return filled("($type)($bits % $ranks == 0)",
                  {{"type", type}, {"bits", bits}, {"ranks", std::to_string(ranks)}});
  const std::uint64_t limit = std::min(bound, std::uint64_t{1} << 62);
  if constexpr (!has_sign<T>)
    return filled("($type)($bits % $range)",
                  {{"type", type}, {"bits", bits}, {"range", std::to_string(limit + 1) + "u"}});
  else
    return filled("($type)((int64_t)($bits % $range) - $limit)",
                  {{"type", type},
                   {"bits", bits},
                   {"range", std::to_string(2 * limit + 1) + "u"},
                   {"limit", std::to_string(limit)}});
}

/// Returns after how many ranks one may contribute a factor above one again, so that a product
/// remains exact.
int stride_of_factors(std::uint64_t limit, double largest_factor, int ranks) {
  const int room =
      static_cast<int>(std::log(static_cast<double>(limit)) / std::log(largest_factor));
  return (ranks + room - 1) / room;
}

template <typename T>
Body factor(const std::string& type, int ranks) {
  const auto stride = std::to_string(stride_of_factors(largest_exact<T>(), 3.0, ranks));
  std::string factor = filled("($type)((from + i) % $stride == 0 ? 2 + x % 2 : 1)",
                              {{"type", type}, {"stride", stride}});
  if constexpr (!has_sign<T>) return {factor};
  return {"x >> 63 ? -factor : factor", "const " + type + " factor = " + factor + ";\n"};
}

template <typename T>
std::string rounded(const std::string& type, const std::string& bits, int exponents) {
  // All bits of the mantissa, and a power of two.
  return filled("($type)((int64_t)$bits >> $unused) * ($type)(UINT64_C(1) << $more % $exponents)",
                {{"type", type},
                 {"bits", bits},
                 {"unused", std::to_string(63 - exact_bits<T>())},
                 {"more", scrambled(bits)},
                 {"exponents", std::to_string(exponents)}});
}

template <typename T>
Body complex_number(const Operation& operation, int ranks) {
  const std::string type = c_type(operation.element);
  const std::string part = sizeof(T) == 4 ? "float" : "double";
  const auto of_parts = [&](const std::string& real, const std::string& imaginary) {
    return Body{filled("$real + ($type)I * $imaginary",
                       {{"real", real}, {"type", type}, {"imaginary", imaginary}})};
  };
  const std::string second = scrambled("x");
  if (operation.data == Data::subnormal) {
    const std::string least = sizeof(T) == 4 ? " * 0x1p-149f" : " * 0x1p-1074";
    return of_parts(addend<T>(part, "x", ranks) + least, addend<T>(part, second, ranks) + least);
  }
  if (operation.op == Operator::prod) {
    const auto stride =
        std::to_string(stride_of_factors(largest_exact<T>(), std::sqrt(5.0) + 0.01, ranks));
    return {filled("(from + i) % $stride == 0 ? units[x >> 62] * (2 + ($type)I) : units[x >> 62]",
                   {{"stride", stride}, {"type", type}}),
            "const " + type + " units[] = {1, I, -1, -I};\n"};
  }
  if (operation.op == Operator::sum && operation.data == Data::rounding)
    return of_parts(rounded<T>(part, "x", 20), rounded<T>(part, second, 20));
  if (operation.op == Operator::sum)
    return of_parts(addend<T>(part, "x", ranks), addend<T>(part, second, ranks));
  return of_parts(arbitrary_number<T>(part, "x"), arbitrary_number<T>(part, second));
}

/// Returns the C type of the value of a pair.
template <typename T>
std::string value_type() {
  if (std::is_same_v<T, float>) return "float";
  if (std::is_same_v<T, double>) return "double";
  if (std::is_same_v<T, long double>) return "long double";
  if (std::is_same_v<T, short>) return "short";
  return std::is_same_v<T, int> ? "int" : "long";
}

template <typename T>
Body pair(const Operation& operation, int ranks) {
  const std::string type = c_type(operation.element);
  const auto of_parts = [&](const std::string& value, const std::string& index) {
    return Body{"pair", filled("$type pair;\npair.value = $value;\npair.index = $index;\n",
                               {{"type", type}, {"value", value}, {"index", index}})};
  };
  using Part = PairValue<T>;
  if (operation.op == Operator::maxloc || operation.op == Operator::minloc)
    // Many pairs have equal values, and the lowest rank seldom has the lowest index.
    return of_parts(filled("(int)(x % $values) - $half", {{"values", std::to_string(ranks / 2 + 2)},
                                                          {"half", std::to_string(ranks / 4 + 1)}}),
                    filled("(int)((from + i) % $ranks * 16)", {{"ranks", std::to_string(ranks)}}));
  if (operation.op == Operator::affine) {
    const std::string modulus = std::to_string(affine_modulus) + "u";
    return of_parts("(int)(1 + x % (" + modulus + " - 1))",
                    "(int)(" + scrambled("x") + " % " + modulus + ")");
  }
  const std::string part = value_type<Part>();
  return of_parts(arbitrary_number<Part>(part, "x"), "(int)" + scrambled("x"));
}

/// Returns a logical value: rarely false for a conjunction, mostly false for a disjunction.
Body logical(const Operation& operation, int ranks) {
  const std::string type = c_type(operation.element);
  const std::string rare = filled("x % $odds == 0", {{"odds", std::to_string(ranks + 1)}});
  const std::string truth = operation.op == Operator::land  ? "!(" + rare + ")"
                            : operation.op == Operator::lor ? rare
                                                            : "x >> 63";
  // Values that are true are others than 1 as well, now and then with a low byte of 0.
  const bool wide = bytes_of(operation.element) > 1;
  const std::string any = operation.element == Element::boolean ? "1"
                          : wide ? "(" + type + ")(x >> 40 & 3 ? x >> 8 | 1 : 256)"
                                 : "(" + type + ")(x >> 8 | 1)";
  return {truth + " ? " + any + " : 0"};
}

/// Returns bits: mostly ones for a conjunction, rarely ones for a disjunction.
Body bitwise(const Operation& operation, int ranks) {
  const std::string type = c_type(operation.element);
  if (operation.op == Operator::bxor) return {"(" + type + ")x"};
  const bool all = operation.op == Operator::band;
  return {
      filled("($type)($x % $odds == 0 ? $some : $usual)", {{"type", type},
                                                           {"x", "(x >> 8)"},
                                                           {"odds", std::to_string(ranks + 1)},
                                                           {"some", scrambled("x")},
                                                           {"usual", all ? "UINT64_MAX" : "0"}})};
}

template <typename T>
Body real_number(const Operation& operation, int ranks) {
  const std::string type = c_type(operation.element);
  const bool sums = operation.op == Operator::sum;
  if (operation.data == Data::subnormal) {
    const std::string least = std::is_same_v<T, float>    ? "0x1p-149f"
                              : std::is_same_v<T, double> ? "0x1p-1074"
                                                          : "0x1p-16445L";
    if constexpr (std::is_same_v<T, Float128>)
      return {addend<T>(type, "x", ranks) + " * least",
              "const __float128 least = 0x1p-16000L * (__float128)0x1p-494L;\n"};
    return {addend<T>(type, "x", ranks) + " * " + least};
  }
  if (operation.data == Data::rounding)
    return {sums ? rounded<T>(type, "x", 40) + " / (1 << 20)"
                 : filled("(x >> 63 ? -1 : 1) * (1 + ($type)(x >> $unused) / ($type)(UINT64_C(1) "
                          "<< $bits))",
                          {{"type", type},
                           {"unused", std::to_string(65 - exact_bits<T>())},
                           {"bits", std::to_string(exact_bits<T>())}})};
  if (sums) return {addend<T>(type, "x", ranks)};
  if (operation.op == Operator::prod) return factor<T>(type, ranks);
  return {arbitrary_number<T>(type, "x")};
}

template <typename T>
Body integer(const Operation& operation, int ranks) {
  const std::string type = c_type(operation.element);
  switch (operation.op) {
    case Operator::sum:
    case Operator::prod:
      if (operation.data == Data::overflow)  // near the end of the range
        return {filled("($type)($largest - x % $quarter)",
                       {{"type", type},
                        {"largest", std::to_string(largest_exact<T>()) + "u"},
                        {"quarter", std::to_string(largest_exact<T>() / 4) + "u"}})};
      if (operation.op == Operator::prod) return factor<T>(type, ranks);
      return {addend<T>(type, "x", ranks)};
    case Operator::land:
    case Operator::lor:
    case Operator::lxor:
      return logical(operation, ranks);
    case Operator::band:
    case Operator::bor:
    case Operator::bxor:
      return bitwise(operation, ranks);
    case Operator::user_sum:
      return {filled("($type)(x % $modulus)",
                     {{"type", type}, {"modulus", std::to_string(sum_modulus<T>()) + "u"}})};
    default:
      return {arbitrary_number<T>(type, "x")};
  }
}

template <typename T>
Body body(const Operation& operation, int ranks) {
  if constexpr (is_pair<T>)
    return pair<T>(operation, ranks);
  else if constexpr (is_complex<T>)
    return complex_number<typename T::value_type>(operation, ranks);
  else if constexpr (is_floating<T>)
    return real_number<T>(operation, ranks);
  else if constexpr (is_integer<T>)
    return integer<T>(operation, ranks);
  else if constexpr (std::is_same_v<T, Boolean>)
    return is_builtin(operation.op) && operation.op != Operator::none ? logical(operation, ranks)
                                                                      : Body{"x >> 63"};
  else if constexpr (std::is_same_v<T, std::byte>)
    return is_builtin(operation.op) && operation.op != Operator::none ? bitwise(operation, ranks)
                                                                      : Body{"(unsigned char)x"};
  else
    return {"(char)x"};
}

}  // namespace

std::string bits_function(std::uint64_t seed) {
  return filled(R"(static uint64_t scramble(uint64_t x) {
  x = (x ^ x >> 30) * 0xbf58476d1ce4e5b9;
  x = (x ^ x >> 27) * 0x94d049bb133111eb;
  return x ^ x >> 31;
}

/* Pseudo-random bits of a rank. Those of two ranks differ in the lowest ones, too. */
static uint64_t bits(int from, long place) {
  const uint64_t odd = 0x9e3779b97f4a7c15;
  return scramble((uint64_t)place * odd + $seed) + (uint64_t)from * odd;
}
)",
                {{"seed", std::to_string(seed) + "u"}});
}

std::string value_body(const Operation& operation, int ranks, const std::string& place) {
  const Body written = visit_element(operation.element, [&](auto tag) {
    return body<typename decltype(tag)::type>(operation, ranks);
  });
  // Used once, the bits need no variable.
  const std::string bits = "bits(from, " + place + ")";
  const std::string all = written.before + written.result;
  if (mentions(all, "x"))
    return indented("const uint64_t x = " + bits + ";\n" + written.before + "return " +
                    written.result + ";\n");
  return indented(written.before + "return " + written.result + ";\n");
}

}  // namespace tutti::c_text
