#!/usr/bin/env node
import { openRecording } from './in-adapter/recording/open-recording.js'
import { ReplayServer } from './in-adapter/session/replay-server.js'
import { ReplaySession } from './in-adapter/session/replay-session.js'

// DAP on the standard streams. The end of stdin ends the adapter.
const server = new ReplayServer(new ReplaySession(openRecording), () => server.stop())
server.on('close', () => process.exit(0))
server.start(process.stdin, process.stdout)
process.stdout.on('finish', () => process.exit(0))
