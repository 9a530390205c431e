// The baseline: a TCP port that starts an adapter for each connection and copies bytes both ways without reading them.
import { spawn } from 'node:child_process'
import { createServer } from 'node:net'
import { fileURLToPath } from 'node:url'

const adapter = fileURLToPath(new URL('adapter.js', import.meta.url))
const server = createServer((socket) => {
  const child = spawn(process.execPath, [adapter], { stdio: ['pipe', 'pipe', 'inherit'] })
  socket.setNoDelay(true)
  socket.pipe(child.stdin)
  child.stdout.pipe(socket)
  socket.on('error', () => child.kill())
})
server.listen(0, '127.0.0.1', () => {
  const address = server.address()
  if (typeof address === 'object' && address !== null) process.stdout.write(`${address.port}\n`)
})
