import { adapterTraits } from '@dapplex/protocol'
import { expect, test } from 'vitest'
import { createReferences } from '../../state/ids/references.js'
import { evaluateNames } from './evaluate-names.js'

const traits = adapterTraits.parse({
  presentation: {
    evaluateNames: {
      group: '^special variables$',
      hidden: '^\\(.+\\)$',
      unreadable: '^error: ',
      rewrite: [{ pattern: '^\\*\\(([^()]*)\\)(?=->)', to: '(*($1))' }],
    },
  },
})
const row = (name: string, evaluateName: string, { value = '1', variablesReference = 0 } = {}) => ({
  name,
  value,
  evaluateName,
  variablesReference,
})

test('an expression that gives something else than its row is left out or written anew, below a hidden variable too', () => {
  const origin = { references: createReferences(), traits }
  const named = (of: number, ...variables: object[]) => {
    const { variables: rows } = evaluateNames(origin, of, { variables }) as {
      variables: { name: string; evaluateName?: string }[]
    }
    return rows.map(({ name, evaluateName }) => [name, evaluateName])
  }
  const top = named(
    1,
    row('n', 'n'),
    row('(n)', 'n', { variablesReference: 5 }),
    row('special variables', 'special variables', { variablesReference: 6 }),
    row('slot', 's.slot', { value: 'error: none' }),
    row('x', '*(p)->x'),
  )
  expect(top).toEqual([
    ['n', 'n'],
    ['(n)', undefined],
    ['special variables', undefined],
    ['slot', undefined],
    ['x', '(*(p))->x'],
  ])
  expect(named(5, row('[0]', 'n[0]', { variablesReference: 7 }))).toEqual([['[0]', undefined]])
  expect(named(7, row('a', 'n[0].a'))).toEqual([['a', undefined]])
  expect(named(6, row('__doc__', 'n.__doc__'))).toEqual([['__doc__', 'n.__doc__']])
})

test('an adapter without rules: the same body', () => {
  const body = { variables: [row('a', 'a')] }
  expect(evaluateNames({ references: createReferences(), traits: adapterTraits.parse({}) }, 1, body)).toBe(body)
})
