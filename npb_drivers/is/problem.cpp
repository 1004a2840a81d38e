#include "npb_drivers/is/problem.hpp"

#include <stdexcept>

namespace npb::is {
namespace {

constexpr Problem problem_s{
    16,
    11,
    9,
    {{{48427, 0, +1}, {17148, 18, +1}, {23627, 346, +1}, {62548, 64917, -1}, {4431, 65463, -1}}}};

constexpr Problem problem_w{20,
                            16,
                            10,
                            {{{357773, 1249, +1, 2},
                              {934767, 11698, +1, 2},
                              {875723, 1039987, -1},
                              {898999, 1043896, -1},
                              {404505, 1048018, -1}}}};

constexpr Problem problem_a{23,
                            19,
                            10,
                            {{{2112377, 104, +1, 1},
                              {662041, 17523, +1, 1},
                              {5336171, 123928, +1, 1},
                              {3642833, 8288932, -1, 1},
                              {4250760, 8388264, -1, 1}}}};

constexpr Problem problem_b{25,
                            21,
                            10,
                            {{{41869, 33422937, -1},
                              {812306, 10244, +1},
                              {5102857, 59149, +1},
                              {18232239, 33135281, -1},
                              {26860214, 99, +1}}}};

constexpr Problem problem_c{27,
                            23,
                            10,
                            {{{44172927, 61147, +1},
                              {72999161, 882988, +1},
                              {74326391, 266290, +1},
                              {129606274, 133997595, -1},
                              {21736814, 133525895, -1}}}};

}  // namespace

const Problem& problem_of(char problem_class) {
  switch (problem_class) {
    case 'S':
      return problem_s;
    case 'W':
      return problem_w;
    case 'A':
      return problem_a;
    case 'B':
      return problem_b;
    case 'C':
      return problem_c;
    default:
      throw std::invalid_argument("no class of IS");
  }
}

}  // namespace npb::is
