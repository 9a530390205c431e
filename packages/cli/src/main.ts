#!/usr/bin/env node
import { buildProgram } from './program.js'
import { reportFailure } from './report-failure.js'

try {
  await buildProgram().parseAsync(process.argv)
} catch (error) {
  process.exitCode = reportFailure(error, process.argv.includes('--json'))
}
