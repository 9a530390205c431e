import type { Variable } from '../variables/variable.js'

/** Kinds by how type names of many languages look; the first that fits counts. */
const KINDS: readonly (readonly [RegExp, string])[] = [
  [/^(cons|list)$/, 'list'],
  [/^(string|str|String)$/, 'string'],
  [
    /^(dict|Map|WeakMap|defaultdict|OrderedDict|Counter|hash-table|HASH-TABLE|map\[.*|.*Dictionary<.*|(std::)?(unordered_)?map<.*)$/,
    'dictionary',
  ],
  [/^(set|frozenset|Set|WeakSet|.*HashSet<.*|(std::)?(unordered_)?set<.*)$/, 'set'],
  [
    /^(tuple|bytes|bytearray|ndarray|array|Array(\(\d+\))?|.*Array|.*\[\d*(,\d*)*\]|\[\d*\].*|(std::)?(array|span)<.*|(SIMPLE-)?(VECTOR|ARRAY)\b.*)$/,
    'array',
  ],
  [/^(System\.Collections\..*List<.*|.*\bList<.*|(std::)?(vector|list|deque)<.*)$/, 'list'],
  [
    /^(function|Function|AsyncFunction|method|builtin_function_or_method|func\(.*|.*\(\*\).*|COMPILED-FUNCTION|FUNCTION)$/,
    'function',
  ],
  [/^(int|float|number|bigint|complex|double|decimal|long|u?int\d*|float\d+|bool|boolean)$/i, 'number'],
  [/^(type|class)$/, 'class'],
  [/^module$/, 'package'],
  [/^(symbol|SYMBOL|KEYWORD)$/, 'symbol'],
  [/^struct\b/, 'structure'],
]

/** What sort of thing an object is, for `inspect_object`: from its type name and its indexed members. */
export function kindOf({ type = '', indexed = 0 }: Pick<Variable, 'type' | 'indexed'>): string {
  const bare = type.replace(/^const\s+|[\s*&]+$/g, '').replace(/^\*+/, '')
  const known = KINDS.find(([pattern]) => pattern.test(bare))?.[1]
  return known ?? (indexed > 0 ? 'array' : 'object')
}
