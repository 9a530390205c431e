// Tests of real programs wait without limits of their own, because a busy machine makes everything late. A test that reaches its
// time limit hangs: it says what it waits for.
import { openWaits } from '../packages/testkit/dist/machine/open-waits.js'
import { beforeEach } from 'vitest'

beforeEach(({ signal }) => {
  signal.addEventListener('abort', () => {
    for (const wait of openWaits()) console.error(wait)
  })
})
