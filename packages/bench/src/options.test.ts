import { describe, expect, test } from 'vitest'
import { BadInput } from './bad-input.js'
import { readOptions } from './options.js'

const names = { parts: ['start', 'routes', 'steps'], languages: ['Python', 'C#'] }
const read = (...words: string[]) => readOptions(words, names)

describe('the options of the benchmark', () => {
  test('without words it is all parts, each with its own number of runs', () => {
    const nothing = { parts: [], languages: [], runs: undefined, peer: undefined, json: undefined, isHelp: false }
    expect(read()).toEqual(nothing)
  })

  test('parts stand for themselves, beside options', () => {
    const words = ['routes', '--runs', '3', '--json', 'figures.json', 'steps', '--language', 'C#', '--help']
    expect(read(...words)).toMatchObject({
      ...{ parts: ['routes', 'steps'], runs: 3, json: 'figures.json', languages: ['C#'], isHelp: true },
    })
  })

  test('the command of a peer is split at blanks', () => {
    expect(read('--peer', ' mux  --stdio {node} {adapter} ').peer).toEqual(['mux', '--stdio', '{node}', '{adapter}'])
  })

  test.each([
    { words: ['route'], says: 'there is no part route: use start, routes, steps' },
    { words: ['--language', 'Basic'], says: 'there is no language Basic: use Python, C#' },
    { words: ['--runs', '0'], says: '--runs takes a number from 1 to 9999, not 0' },
    { words: ['--runs', 'many'], says: '--runs takes a number from 1 to 9999, not many' },
    { words: ['--peer', ' '], says: '--peer takes a command' },
    { words: ['--rounds'], says: "Unknown option '--rounds'" },
    { words: ['--json'], says: "Option '--json <value>' argument missing" },
  ])('$words is refused: $says', ({ words, says }) => {
    expect(() => read(...words)).toThrow(BadInput)
    expect(() => read(...words)).toThrow(says)
  })
})
