import { expect, test } from 'vitest'
import { definition } from '../definition.js'
import { routes } from './routes.js'

test('there is a route for each request that the definition announces, and for no other', () => {
  const own = Object.keys(routes).filter((command) => command.startsWith('dapplex_'))
  expect(own.sort()).toEqual(definition.traits.serves.toSorted())
})
