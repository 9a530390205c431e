import { describe, expect, test } from 'vitest'
import { playFuzz, type FuzzResult } from './play-fuzz.js'
import { fileTargets } from './targets/files.js'
import { messageTargets } from './targets/messages.js'
import { wordTargets } from './targets/words.js'

/** Inputs of a target with the share 1, by `npm test`. */
const SHORT = { inputs: 130, seed: 1 }
const HOUR_MS = 3_600_000

interface LongFuzz {
  readonly inputs: number
  readonly seed: number
  readonly target?: string
}

const given = process.env['DAPPLEX_FUZZ']
const long = given === undefined ? undefined : (JSON.parse(given) as LongFuzz)
const targets = [...messageTargets, ...wordTargets, ...fileTargets].filter(
  ({ name }) => (long?.target ?? name) === name,
)

const shown = ({ inputs, coverage, corpus, slowest }: FuzzResult): string =>
  `${inputs} inputs, ${(coverage * 100).toFixed(1)} % of its code, ${corpus} inputs worth keeping, the slowest ${slowest} ms`

describe.each(targets)('what others have written, spoiled: $name', (target) => {
  const { inputs, seed } = long ?? SHORT
  test(
    'its reader throws what it documents, or nothing',
    long === undefined ? {} : { timeout: 12 * HOUR_MS },
    async () => {
      const result = await playFuzz(target, { inputs: Math.ceil(inputs * target.share), seed })
      if (long !== undefined) console.log(`${target.name}: ${shown(result)}`)
      expect(result.found).toBeUndefined()
      // Else the inputs are guided by nothing.
      expect(result.coverage).toBeGreaterThan(0)
    },
  )
})
