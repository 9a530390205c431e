import type { DapMessage } from '@dapplex/protocol'
import { describe, expect, test } from 'vitest'
import { printMessage } from './print-message.js'

const textOf = (message: unknown) => printMessage(message as DapMessage).join('')

describe('messages in pieces', () => {
  test.each([
    { message: { seq: 1, type: 'event', event: 'output', body: { output: 'ä\n"' } }, why: 'an event with a body' },
    { message: { seq: 1, type: 'event', event: 'initialized' }, why: 'an event without' },
    { message: { seq: 1, type: 'event', event: 'odd', body: 'text' }, why: 'a body that is no object' },
    {
      message: { seq: 2, type: 'response', request_seq: 1, command: 'x', success: true, body: { a: [1] } },
      why: 'a response',
    },
    {
      message: { seq: 3, type: 'request', command: 'runInTerminal', arguments: { args: ['a'] } },
      why: 'a reverse request',
    },
  ])('$why is the same JSON', ({ message }) => expect(JSON.parse(textOf(message))).toEqual(message))

  test('a body that several clients get is printed once', () => {
    let printed = 0
    const body = { toJSON: () => ({ count: ++printed }) }
    const texts = [1, 2, 3].map((seq) => textOf({ seq, type: 'event', event: 'output', body }))
    expect(texts.map((text): unknown => JSON.parse(text))).toEqual(
      [1, 2, 3].map((seq) => ({ seq, type: 'event', event: 'output', body: { count: 1 } })),
    )
  })
})
