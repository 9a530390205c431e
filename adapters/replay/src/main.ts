#!/usr/bin/env node
import { openRecording } from './open-recording.js'
import { ReplayServer } from './server.js'
import { ReplaySession } from './session/replay-session.js'

// DAP on the standard streams; whoever closes stdin is done with the adapter.
const server = new ReplayServer(new ReplaySession(openRecording), () => server.stop())
server.on('close', () => process.exit(0))
server.start(process.stdin, process.stdout)
process.stdout.on('finish', () => process.exit(0))
