import { expect, test } from 'vitest'
import { definition } from './in-daemon/definition/definition.js'
import { routes } from './in-adapter/routes.js'

test('each request that the definition announces has a route, and no other request has one', () => {
  const answered = Object.keys(routes).filter((command) => command.startsWith('dapplex_'))
  expect(answered.sort()).toEqual(definition.traits.serves.toSorted())
})
