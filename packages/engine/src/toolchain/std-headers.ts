// Headers of the C++ library that a program forgot. Other libraries bring more of them along with <iostream> or <vector>, so a program that was built with one
// of those asks here for names that nobody declared; the compiler says that there is no such name, and not where it stands.

const NAMES: Readonly<Record<string, string>> = {
  algorithm:
    'all_of any_of binary_search copy_if count_if find_if for_each is_sorted lower_bound max_element min_element minmax_element nth_element partial_sort remove_if reverse rotate shuffle sort stable_sort transform unique upper_bound',
  cmath:
    'abs acos asin atan atan2 cbrt ceil cos cosh erf exp exp2 expm1 fabs floor fma fmax fmin fmod hypot isfinite isinf isnan lgamma log log10 log1p log2 lround modf pow round sin sinh sqrt tan tanh tgamma trunc',
  complex: 'complex',
  deque: 'deque',
  fstream: 'fstream ifstream ofstream',
  functional: 'bind function',
  iomanip: 'get_time put_time setfill setprecision setw',
  limits: 'numeric_limits',
  list: 'list',
  map: 'map multimap',
  memory: 'make_shared make_unique shared_ptr unique_ptr weak_ptr',
  numeric: 'accumulate adjacent_difference inner_product iota partial_sum',
  queue: 'priority_queue queue',
  random:
    'default_random_engine exponential_distribution mt19937 mt19937_64 normal_distribution random_device uniform_int_distribution uniform_real_distribution',
  set: 'multiset set',
  sstream: 'istringstream ostringstream stringstream',
  stack: 'stack',
  stdexcept: 'domain_error invalid_argument logic_error out_of_range runtime_error',
  string: 'getline stod stoi string to_string',
  unordered_map: 'unordered_map',
  unordered_set: 'unordered_set',
  valarray: 'valarray',
  vector: 'vector',
}
const HEADER_OF = new Map(Object.entries(NAMES).flatMap(([header, names]) => names.split(' ').map((name) => [name, header] as const)))

/** A name that is not there, or a class that was named beforehand and never defined. */
const UNKNOWN = /no (?:(?:type or )?template|type|member) named '(\w+)' in namespace 'std'|undefined template 'std::(?:basic_)?(\w+)</g

/** What to include, as a note of the compiler: `std::sqrt needs #include <cmath>`. Undefined: nothing that is known here is missing. */
export function missingHeaders(messages: string): string | undefined {
  const missing = new Map<string, string>()
  for (const [, member, template] of messages.matchAll(UNKNOWN)) {
    const name = member ?? template!
    const header = HEADER_OF.get(name)
    if (header !== undefined && ![...missing.values()].includes(header)) missing.set(name, header)
  }
  if (missing.size === 0) return undefined
  return [...missing].map(([name, header]) => `std::${name} needs #include <${header}>`).join('; ')
}
