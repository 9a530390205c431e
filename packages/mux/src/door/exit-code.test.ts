import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { runningRig } from '../../test/rig.js'
import { viewOf } from './view.js'

const transcript = new URL('../../../../fixtures/transcripts/delve/tour.ndjson', import.meta.url)
/** The text that delve wrote when the program of the recording had ended. */
const line = readFileSync(transcript, 'utf8')
  .split('\n')
  .flatMap((text) => /"output":"(Process \d+ has exited with status \d+)\\n"/.exec(text)?.[1] ?? [])[0]

const traits = { exitCodeOutput: '^Process \\d+ has exited with status (-?\\d+)$' }

describe('mux 15: an exit code that only the output tells', () => {
  test('mux 15: it is learned, also after terminated; clients get the line and no event of ours', () => {
    const { rig, first } = runningRig({ traits })
    rig.event('terminated', {})
    rig.event('output', { category: 'console', output: `${line}\nDetaching\n` })
    expect(viewOf(rig.session).exitCode).toBe(3)
    expect(first.events('exited')).toEqual([])
    expect(rig.effects).toContainEqual(
      expect.objectContaining({ kind: 'record', event: expect.objectContaining({ kind: 'exited', exitCode: 3 }) }),
    )
  })
  test.each([
    { category: 'stdout', traits, why: 'the program itself may write such a line' },
    { category: 'console', traits: {}, why: 'only where the definition says so' },
  ])('not from $category: $why', ({ category, traits: given }) => {
    const { rig } = runningRig({ traits: given })
    rig.event('output', { category, output: `${line}\n` })
    expect(viewOf(rig.session).exitCode).toBeUndefined()
  })
})
