import { expect, test } from 'vitest'
import { interruptReads } from './interrupt-reads.js'

/** A process whose threads are in these states, look after look. The last ones stay. */
function processIn(...looks: readonly (readonly string[])[]) {
  const said: string[] = []
  let at = 0
  return {
    said,
    signal: (name: string) => void said.push(name),
    states: () => {
      const states = looks[Math.min(at, looks.length - 1)] ?? []
      at += 1
      said.push(states.join(''))
      return states
    },
  }
}

test('a process is continued only when all its threads stand: a signal that comes before takes the stop back', async () => {
  const one = processIn(['R', 'S'], ['T', 'S'], ['T', 'T'])
  await interruptReads(one)
  expect(one.said).toEqual(['SIGSTOP', 'RS', 'TS', 'TT', 'SIGCONT'])
})

test('a process that has ended meanwhile is not waited for', async () => {
  const one = processIn([])
  await interruptReads(one)
  expect(one.said).toEqual(['SIGSTOP', '', 'SIGCONT'])
})
