import { clientId } from '@dapplex/mux'
import { expect, test } from 'vitest'
import { ToldBytes } from './told-bytes.js'

test('mux 16: the core is told of bytes that wait for a client, and once that none do any more', () => {
  const fed: number[] = []
  const told = new ToldBytes(({ client, bytes }) => fed.push(client, bytes))
  const [fast, slow] = [clientId(1), clientId(2)]
  told.tell(fast, 0)
  told.tell(slow, 700)
  told.tell(slow, 300)
  told.tell(fast, 0)
  expect(fed).toEqual([2, 700, 2, 300])
  told.tell(slow, 0)
  told.tell(slow, 0)
  expect(fed.slice(4)).toEqual([2, 0])
})
