import { expect, test } from 'vitest'
import { routes } from './routes.js'
import { serves } from './serves.js'

test('the definition announces what there is a route for', () => {
  const own = Object.keys(routes).filter((command) => command.startsWith('dapplex_'))
  expect([...serves].sort()).toEqual(own.sort())
})
