import { nearestNames, toolError, type TestCase } from '@dapplex/protocol'

const MOST_NEAREST = 5

/**
 * The tests that a name means: the one that is called so; else all whose name ends with it at the beginning of a word; else
 * those that end so but for what stands in brackets (the values of a parametrized test).
 * @throws ToolError TEST_NOT_FOUND with the nearest names
 */
export function testsNamed(name: string, all: readonly TestCase[], target: string): readonly TestCase[] {
  const exact = all.filter((one) => one.name === name)
  if (exact.length > 0) return exact
  const ending = all.filter((one) => endsWithWord(one.name, name))
  if (ending.length > 0) return ending
  const family = all.filter((one) => endsWithWord(withoutValues(one.name), name))
  if (family.length > 0) return family
  const nearest = nearestTests(name, all)
  throw toolError('TEST_NOT_FOUND', { target, name, total: all.length, nearest }, sentence(name, target, nearest))
}

function sentence(name: string, target: string, nearest: readonly string[]): string {
  const tests = nearest.length === 0 ? 'It has no tests' : `The nearest: ${nearest.join(', ')}`
  return `No test of '${target}' is called '${name}'. ${tests}`
}

/** What stands between the parts of a test's name: `file::Class::test`, `group > test`, `Class.test`. */
const SEPARATOR = /(?:::|>|\.|\/|\s)$/

function endsWithWord(full: string, part: string): boolean {
  return full.endsWith(part) && SEPARATOR.test(full.slice(0, -part.length))
}

const withoutValues = (name: string): string => name.replace(/\[[^\]]*\]$/, '')

/** The names that the caller may have meant, the likeliest first. */
function nearestTests(name: string, all: readonly TestCase[]): string[] {
  const wanted = lastPart(name)
  const parts = new Map<string, string[]>()
  for (const { name: full } of all) {
    const part = lastPart(withoutValues(full))
    parts.set(part, [...(parts.get(part) ?? []), full])
  }
  return nearestNames(wanted, parts.keys(), MOST_NEAREST)
    .flatMap((part) => parts.get(part) ?? [])
    .slice(0, MOST_NEAREST)
}

const lastPart = (name: string): string => name.split(/::|\s>\s/).at(-1) ?? name
