#!/usr/bin/env node
import { RecordingFiles } from './in-adapter/session/recording-files.js'
import { ReplayServer } from './in-adapter/session/replay-server.js'

// DAP on the standard streams. The end of stdin ends the adapter.
const server = new ReplayServer(new RecordingFiles(), () => server.stop())
server.on('close', () => process.exit(0))
server.start(process.stdin, process.stdout)
process.stdout.on('finish', () => process.exit(0))
