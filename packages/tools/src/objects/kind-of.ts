import type { Variable } from '../variables/variable.js'

/** Kinds by the form of the type names of many languages. The first match counts. */
const KINDS: readonly (readonly [RegExp, string])[] = [
  [/^cons$/i, 'cons'],
  [/^hash-table$/i, 'hash-table'],
  [/^(string|str|(simple-)?((base|character)-)?string)$/i, 'string'],
  [/^(dict|Map|WeakMap|defaultdict|OrderedDict|Counter)$/, 'dictionary'],
  [/^(map\[.*|.*Dictionary<.*|(std::)?(unordered_)?map<.*)$/, 'dictionary'],
  [/^(set|frozenset|Set|WeakSet|.*HashSet<.*|(std::)?(unordered_)?set<.*)$/, 'set'],
  [/^(tuple|bytes|bytearray|ndarray|array|Array|.*Array)$/, 'array'],
  [/^(.*\[\d*(,\d*)*\]|\[\d*\].*|(std::)?(array|span)<.*)$/, 'array'],
  [/^(simple-)?((bit-)?vector|array)\b.*$/i, 'array'],
  [/^(list|System\.Collections\..*List<.*|.*\bList<.*|(std::)?(vector|list|deque)<.*)$/, 'list'],
  [/^(AsyncFunction|method|builtin_function_or_method|func\(.*|.*\(\*\).*|(compiled-)?function)$/i, 'function'],
  [/^(u?int\d*|float\d*|number|bigint|complex|double|decimal|long|bool|boolean)$/i, 'number'],
  [/^(fixnum|bignum|ratio|(single|double)-float)$/i, 'number'],
  [/^(type|class)$/, 'class'],
  [/^(module|package)$/i, 'package'],
  [/^(symbol|keyword)$/i, 'symbol'],
  [/^struct\b/, 'structure'],
]

/** The kind of an object for `inspect_object`, from its type name and its indexed members. */
export function kindOf({ type = '', indexed = 0 }: Pick<Variable, 'type' | 'indexed'>): string {
  const bare = type.replace(/^const\s+|[\s*&]+$/g, '').replace(/^\*+/, '')
  const known = KINDS.find(([pattern]) => pattern.test(bare))?.[1]
  return known ?? (indexed > 0 ? 'array' : 'object')
}
