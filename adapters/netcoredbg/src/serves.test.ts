import { expect, test } from 'vitest'
import { routes } from './in-shim/routes.js'
import { serves } from './in-daemon/definition/serves.js'

test('the definition announces what there is a route for', () => {
  const answered = Object.keys(routes).filter((command) => command.startsWith('dapplex_'))
  expect([...serves].sort()).toEqual(answered.sort())
})
