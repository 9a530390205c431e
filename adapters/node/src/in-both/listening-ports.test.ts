import { portOf } from '@dapplex/testkit'
import { createServer } from 'node:net'
import { expect, test } from 'vitest'
import { listeningPorts, parseListening } from './listening-ports.js'

const TABLE = `  sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt   uid  timeout inode
   0: 0100007F:240D 00000000:0000 0A 00000000:00000000 00:00000000 00000000  1000        0 777 1 0000000000000000 100 0
   1: 0100007F:1F90 00000000:0000 0A 00000000:00000000 00:00000000 00000000  1000        0 888 1 0000000000000000 100 0
   2: 0100007F:240D 0100007F:A0A0 01 00000000:00000000 00:00000000 00000000  1000        0 777 1 0000000000000000 20 4
`

test('listening sockets of the wanted inodes, and no connections', () => {
  expect(parseListening(TABLE, new Set(['777']))).toEqual([9229])
})

test('a port of this very process is found', async ({ skip }) => {
  skip(process.platform !== 'linux', 'ports are read from /proc')
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const port = portOf(server)
  expect(listeningPorts(process.pid)).toContain(port)
  server.close()
})
