import { describe, expect, test } from 'vitest'
import { requestTable, withRequestTable } from './request-table.js'

const BEGIN = '<!-- Requests: written by packages/protocol/scripts/write-reference.mjs from the catalogue. -->'
const END = '<!-- End of the requests. -->'

describe('the table of requests', () => {
  test.each([
    { name: 'dapplex_restarts', effect: 'read', why: 'it only reads' },
    {
      name: 'dapplex_inspectSlot',
      effect: 'read; write with `value`; evaluate with `allowSideEffects`; evaluate where `expression` is no bare path',
      why: 'an argument changes the effect',
    },
    {
      name: 'dapplex_objectInspect',
      effect: 'read; evaluate with `allowSideEffects`; evaluate where `expression` is no bare path',
      why: 'an expression may run code',
    },
  ] as const)('$name: $effect, $why', ({ name, effect }) => {
    const [, , row = ''] = requestTable([name]).split('\n')
    expect(row).toContain(`| \`${name}\` | ${effect} |`)
  })
  test('a bar in a shape does not end the cell', () => {
    const [, , row = ''] = requestTable(['dapplex_controlAcquire']).split('\n')
    expect(row).toContain('"shared" \\| "exclusive"')
    expect(row.split(/(?<!\\)\|/)).toHaveLength(6)
  })
})

describe('a README with the table', () => {
  test('the text between the marks is replaced, the text around them stays', () => {
    const written = withRequestTable(`before\n${BEGIN}\nold\n${END}\nafter`, ['dapplex_restarts'])
    expect(written.startsWith(`before\n${BEGIN}\n\n| request |`)).toBe(true)
    expect(written.endsWith(`${END}\nafter`)).toBe(true)
    expect(written).not.toContain('old')
    expect(withRequestTable(written, ['dapplex_restarts'])).toBe(written)
  })
  test.each(['no marks', `only ${BEGIN}`, `only ${END}`])('%s: refused', (readme) =>
    expect(() => withRequestTable(readme, [])).toThrow('the text has no place'),
  )
})
