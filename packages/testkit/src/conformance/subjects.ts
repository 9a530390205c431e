import { readFileSync } from 'node:fs'
import type { Observation, Subject } from './observation.js'

interface OrdersProgram {
  readonly adapter: string
  /** What is launched, and the source that has the markers. */
  readonly program: string
  readonly source: string
  /** How this language writes the sum of `count`, `index` and 1. */
  readonly expression: string
  /** Bare name of the function that calls `total`. */
  readonly caller: string
  /** How this adapter shows the string `order 0`. */
  readonly label: string
  /** The path that stands for the source in a recording. */
  readonly recordedAs?: string
}

const EXIT_CODE = 7

/** The suite's row for the orders program in one language (fixtures/programs/README.md tells what it does). */
export function ordersSubject({ source, recordedAs, ...orders }: OrdersProgram): Subject {
  const { adapter, program, expression, caller, label } = orders
  const lines = readFileSync(source, 'utf8').split('\n')
  const lineOf = (marker: string) => lines.findIndex((line) => line.includes(`BREAK: ${marker}`)) + 1
  const [body, loop] = [lineOf('body'), lineOf('loop')]
  const want: Observation = {
    breakpoint: { verified: true, line: body },
    stop: { reason: 'breakpoint', line: body },
    hasThreads: true,
    stack: [
      { function: 'total', line: body },
      { function: caller, line: loop },
    ],
    variables: { count: '3', discount: '0', index: '0', label },
    evaluated: '4',
    steppedTo: body + 1,
    secondStop: body,
    exitCode: EXIT_CODE,
  }
  return {
    adapter,
    program,
    args: [String(EXIT_CODE)],
    source: recordedAs ?? source,
    line: body,
    variables: ['count', 'discount', 'index', 'label'],
    expression,
    want,
  }
}
