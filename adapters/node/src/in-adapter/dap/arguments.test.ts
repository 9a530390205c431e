import { expect, test } from 'vitest'
import { argumentsOf } from './arguments.js'

const read = argumentsOf('setBreakpoints', { source: { path: 7 } })

test.each([
  { read: () => read.int('line'), says: 'setBreakpoints: line is missing; it must be a whole number' },
  { read: () => read.object('source').text('path'), says: 'setBreakpoints: source.path must be a string, not 7' },
  { read: () => argumentsOf('launch', null).text('program'), says: 'launch: program is missing; it must be a string' },
])('$says', ({ read, says }) => expect(read).toThrow(says))
