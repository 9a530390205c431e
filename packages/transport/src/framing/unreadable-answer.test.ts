import { describe, expect, test } from 'vitest'
import { unreadableAnswer } from './unreadable-answer.js'

const deep = `${'['.repeat(5000)}${']'.repeat(5000)}`

describe('mux 26: an answer that cannot be read', () => {
  test.each([
    { text: `{"seq":7,"type":"response","request_seq":41,"body":${deep}}`, why: 'nested too deep, its envelope first' },
    { text: `{"body":${deep},"command":"x","request_seq":41,"seq":7,"type":"response"}`, why: 'sorted by name' },
    { text: '{"seq":7,"type":"response","request_seq":41,"body":{"value":"abc', why: 'cut off' },
  ])('fails its request: $why', ({ text }) => {
    expect(unreadableAnswer(Buffer.from(text), 'why')).toMatchObject({
      type: 'response',
      request_seq: 41,
      success: false,
      message: 'the answer of the adapter cannot be read: why',
    })
  })

  test.each([
    { text: '{"seq":7,"type":"event","event":"x","body":{"request_seq":41},', why: 'an event' },
    { text: '{"type":"response","request_seq":41,"body":{"request_seq":42},', why: 'two that it may answer' },
    { text: '{"type":"response","request_seq":4', why: 'a number that may go on' },
    { text: 'hello', why: 'no message at all' },
  ])('fails nothing: $why', ({ text }) => expect(unreadableAnswer(Buffer.from(text), 'why')).toBeUndefined())
})
