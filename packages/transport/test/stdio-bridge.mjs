// Carries stdin to a Unix socket and back, so that a test holds both ends of a real child's stdio.
import { createConnection } from 'node:net'

const socket = createConnection({ path: process.argv[2] ?? '', allowHalfOpen: true })
process.stdin.pipe(socket)
socket.pipe(process.stdout)
// Node never ends its own stdout when a pipe into it ends.
socket.on('end', () => process.exit(0))
socket.on('error', () => process.exit(1))
process.stdout.on('error', () => process.exit(1))
