import { LRUCache } from 'lru-cache'

/** Sequences of words that make a key sensitive, anywhere in it (workflow 35). */
const RUNS: readonly (readonly string[])[] = [
  ['password'],
  ['passwd'],
  ['secret'],
  ['credential'],
  ['api', 'key'],
  ['apikey'],
  ['private', 'key'],
  ['access', 'token'],
  ['auth', 'token'],
  ['refresh', 'token'],
  ['session', 'token'],
  ['connection', 'string'],
  ['authorization'],
  ['cookie'],
]
/** Words that describe a secret without being one: `passwordLength`, `secretCount`. */
const ABOUT = [
  'count',
  'length',
  'size',
  'changed',
  'required',
  'enabled',
  'expired',
  'expiry',
  'policy',
  'hint',
  'field',
  'name',
  'age',
]

/** Answers for the keys that were asked about last: messages repeat a few hundred names. A longer key is seldom asked about again. */
const known = new LRUCache<string, boolean>({ max: 1000 })
const LONGEST_KNOWN = 64

/** Whether the value under this key is to be hidden: `apiKey`, `user_password`, `X-Auth-Token`, `token`; not `cancellationToken`. */
export function isSensitiveKey(key: string): boolean {
  if (key.length > LONGEST_KNOWN) return isSensitive(key)
  const before = known.get(key)
  if (before !== undefined) return before
  const answer = isSensitive(key)
  known.set(key, answer)
  return answer
}

function isSensitive(key: string): boolean {
  const segments = wordSegments(key)
  if (segments.length === 1 && segments[0] === 'token') return true
  if (ABOUT.includes(segments.at(-1) ?? '')) return false
  return RUNS.some((run) => containsRun(segments, run))
}

/** `userApiKey`, `user_api_key`, `USER-API-KEY`, `this.user["apiKey"]` → user, api, key; plural forms count as singular. */
export function wordSegments(key: string): string[] {
  const spaced = key.replace(/([a-z0-9])([A-Z])/g, '$1 $2').replace(/([A-Z]+)([A-Z][a-z])/g, '$1 $2')
  return spaced
    .split(/[^A-Za-z0-9]+/)
    .filter((word) => word !== '')
    .map((word) => singular(word.toLowerCase()))
}

const singular = (word: string): string =>
  word.length > 3 && word.endsWith('s') && !word.endsWith('ss') ? word.slice(0, -1) : word

function containsRun(segments: readonly string[], run: readonly string[]): boolean {
  return segments.some((_segment, at) => run.every((word, offset) => segments[at + offset] === word))
}
