#!/usr/bin/env node
import { EXIT } from './exit/exit-codes.js'
import { buildProgram } from './program.js'
import { reportFailure } from './exit/report-failure.js'

// A reader that has seen enough (`dapplex call … | head`) is no failure.
process.stdout.on('error', (error: NodeJS.ErrnoException) =>
  process.exit(error.code === 'EPIPE' ? EXIT.done : EXIT.failed),
)

try {
  await buildProgram().parseAsync(process.argv)
} catch (error) {
  process.exitCode = reportFailure(error, process.argv.includes('--json'))
}
