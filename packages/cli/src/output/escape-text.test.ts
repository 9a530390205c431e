import { describe, expect, test } from 'vitest'
import { escapeJson } from '@dapplex/protocol'
import { escapeLines, escapeOutput, escapeOutputPlain, escapeText, shown } from './escape-text.js'

const ESC = '\u001b'

describe('what a terminal would obey is shown as text', () => {
  test.each([
    { escape: escapeText, text: `a${ESC}[2Jb`, want: String.raw`a\u001b[2Jb`, why: 'an escape sequence in a name' },
    { escape: escapeText, text: 'a\nb\tc\r', want: String.raw`a\nb\tc\r`, why: 'a name stays on its line' },
    { escape: escapeText, text: 'a\u009b2Jb\u007f', want: String.raw`a\u009b2Jb\u007f`, why: 'C1 and DEL' },
    { escape: escapeText, text: 'a\u202eb\u2066\u200f', want: String.raw`a\u202eb\u2066\u200f`, why: 'bidi controls' },
    { escape: escapeText, text: 'a\u2028b', want: String.raw`a\u2028b`, why: 'separators of lines' },
    { escape: escapeText, text: 'größe 数 👩‍👩‍👧', want: 'größe 数 👩‍👩‍👧', why: 'letters and emoji of all languages stay' },
    { escape: escapeText, text: `${ESC}[31m`, want: String.raw`\u001b[31m`, why: 'a name has no colour' },
    { escape: escapeLines, text: `a\r\n\tb${ESC}[31m`, want: 'a\n\tb\\u001b[31m', why: 'a message keeps its lines' },
    {
      escape: escapeOutput,
      text: `${ESC}[1;31mred${ESC}[0m\n`,
      want: `${ESC}[1;31mred${ESC}[0m\n`,
      why: 'output keeps colours',
    },
    {
      escape: escapeOutput,
      text: `${ESC}[2J${ESC}]52;c;AA\u0007`,
      want: String.raw`\u001b[2J\u001b]52;c;AA\u0007`,
      why: 'output keeps nothing else',
    },
    {
      escape: escapeOutput,
      text: `${ESC}[3${ESC}[31m1m`,
      want: `\\u001b[3${ESC}[31m1m${ESC}[0m`,
      why: 'a colour inside a broken sequence',
    },
    {
      escape: escapeOutput,
      text: `end${ESC}[8mhidden${ESC}[1;8;31mred${ESC}[008m${ESC}[38;8m${ESC}[4:8m${ESC}[0:8m`,
      want: `endhidden${ESC}[1;31mred${ESC}[0m`,
      why: 'output hides nothing, and its colours end with it',
    },
    {
      escape: escapeOutput,
      text: `${ESC}[38;5;8ma${ESC}[48;2;8;8;8mb${ESC}[7mc${ESC}[m`,
      want: `${ESC}[38;5;8ma${ESC}[48;2;8;8;8mb${ESC}[7mc${ESC}[0m`,
      why: 'an 8 in a colour is a colour',
    },
    {
      escape: escapeOutput,
      text: `${ESC}[30;40ma${ESC}[97;48;5;15mb${ESC}[38;2;1;2;3m${ESC}[48:2::1:2:3mc${ESC}[39;49m`,
      want: `${ESC}[30ma${ESC}[97mb${ESC}[38;2;1;2;3mc${ESC}[39;49m`,
      why: 'a text is not in the colour of its background',
    },
    {
      escape: escapeOutputPlain,
      text: `${ESC}[31mred${ESC}[0m${ESC}[2J\n`,
      want: `red${String.raw`\u001b[2J`}\n`,
      why: 'output without colours',
    },
    { escape: escapeOutput, text: '10%\r20%', want: String.raw`10%\r20%`, why: 'output does not overwrite its line' },
  ])('$why', ({ escape, text, want }) => {
    expect(escape(text)).toBe(want)
    expect(escape(want), 'once more changes nothing').toBe(want)
  })
  test('JSON reads as the same value', () => {
    const value = { name: 'a\u009b\u202e\u007f\n"', list: ['\u2028'] }
    const json = escapeJson(JSON.stringify(value, null, 2))
    expect(JSON.parse(json)).toEqual(value)
    expect(json).not.toMatch(/[\u007f-\u009f\u2028\u202e]/)
  })
  test('a template escapes its values and not its own text', () => {
    expect(shown`${ESC}[1m:\n${2}`).toBe('\\u001b[1m:\n2')
  })
})
