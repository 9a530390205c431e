import { nearestNames, toolError, type TestCase } from '@dapplex/protocol'

const MOST_NEAREST = 5

/**
 * The tests that a name means: the one that is called so; else all whose last parts are it, with or without the values of a
 * parametrized test (in brackets); else all whose last words are it.
 * @throws ToolError TEST_NOT_FOUND with the nearest names
 */
export function testsNamed(name: string, all: readonly TestCase[], target: string): readonly TestCase[] {
  for (const fits of WAYS) {
    const fitting = all.filter((one) => fits(one.name, name))
    if (fitting.length > 0) return fitting
  }
  const nearest = nearestTests(name, all)
  throw toolError('TEST_NOT_FOUND', { target, name, total: all.length, nearest }, sentence(name, target, nearest))
}

function sentence(name: string, target: string, nearest: readonly string[]): string {
  const tests = nearest.length === 0 ? 'It has no tests' : `The nearest: ${nearest.join(', ')}`
  return `No test of '${target}' is called '${name}'. ${tests}`
}

/** Whether a test is meant, the surest way first. */
const WAYS: readonly ((full: string, name: string) => boolean)[] = [
  (full, name) => full === name,
  // Between the parts of a name: `file::Class::test`, `group > test`, `Class.test`.
  (full, name) => endsAfter(full, name, /(?:::|\s>\s|\.|\/)$/),
  (full, name) => endsAfter(withoutValues(full), name, /(?:::|\s>\s|\.|\/)$/),
  // The last words of a title.
  (full, name) => endsAfter(full, name, /\s$/),
]

const endsAfter = (full: string, part: string, separator: RegExp): boolean =>
  full.endsWith(part) && separator.test(full.slice(0, -part.length))

const withoutValues = (name: string): string => name.replace(/\[[^\]]*\]$/, '')

/** The names that the caller may have meant, the likeliest first. */
function nearestTests(name: string, all: readonly TestCase[]): string[] {
  const byPart = new Map<string, string[]>()
  for (const { name: full } of all) {
    const part = lastPart(withoutValues(full))
    byPart.set(part, [...(byPart.get(part) ?? []), full])
  }
  return nearestNames(lastPart(name), byPart.keys(), MOST_NEAREST)
    .flatMap((part) => byPart.get(part) ?? [])
    .slice(0, MOST_NEAREST)
}

/** The own name of a test. A title has blanks, and its full stops separate nothing. */
function lastPart(name: string): string {
  const last = name.split(/::|\s>\s/).at(-1) ?? name
  return /\s/.test(last) ? last : (last.split('.').at(-1) ?? last)
}
