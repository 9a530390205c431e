import { describe, expect, test } from 'vitest'
import { DamagedRecording, readEntries } from './read-entries.js'

const header = '{"transcript":1,"adapter":"x"}'
const message = '{"t":1,"dir":"out","m":{"seq":1,"type":"request","command":"initialize"}}'

const refusalOf = (text: string): DamagedRecording => {
  try {
    readEntries(text)
  } catch (error) {
    if (error instanceof DamagedRecording) return error
    throw error
  }
  throw new Error('it was read')
}

describe('a damaged recording names the line and the reason', () => {
  test.each([
    { text: '', line: 1, reason: /not JSON/, why: 'an empty file' },
    { text: 'hello', line: 1, reason: /not JSON/, why: 'some other text' },
    { text: '[1]', line: 1, reason: /not a JSON object/, why: 'some other JSON' },
    { text: '{"transcript":2}', line: 1, reason: /later version/, why: 'a format that does not exist yet' },
    { text: '{"journal":1}', line: 1, reason: /dapplex export/, why: "a session's journal" },
    { text: header, line: 1, reason: /no messages/, why: 'a recording that was never begun' },
    {
      text: `${header}\n${message}\n{"t":2,"dir":"in","m":{"se`,
      line: 3,
      reason: /not JSON/,
      why: 'cut off by a crash',
    },
    { text: `${header}\n{"t":1,"dir":"up","m":{}}`, line: 2, reason: /"dir"/, why: 'a direction that there is not' },
    {
      text: `${header}\n\n{"t":1,"dir":"in","m":{"type":"event"}}`,
      line: 3,
      reason: /"event"/,
      why: 'no DAP message; empty lines count',
    },
  ])('$why', ({ text, line, reason }) => {
    const refusal = refusalOf(text)
    expect(refusal.line).toBe(line)
    expect(refusal.message).toMatch(reason)
  })

  test('a whole one is read, with or without an end of line at the end', () => {
    expect(readEntries(`${header}\n${message}`)).toEqual(readEntries(`${header}\n${message}\n`))
  })
})
