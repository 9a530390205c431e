import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { surface, type TestCase, type TestRun } from '@dapplex/protocol'
import type { z } from 'zod'
import { breakpointSpec, type BreakpointPlace } from '../breakpoints/breakpoint-spec.js'
import type { Call } from '../call/call.js'
import { implementFitting } from '../digest/implement-fitting.js'
import type { BreakpointSpec, DapSession } from '../port/dap-session.js'
import { startResult } from '../sessions/start-result.js'
import { findSuite, type FoundSuite } from './find-suite.js'
import { testsNamed } from './match-tests.js'
import { testTarget } from './test-target.js'

type Params = z.output<typeof surface.test_run.params>

/** Time that is left for reading the stop after the wait for it. */
const READING_MS = 5_000

export const testRun = implementFitting(surface.test_run, async (params, call) => {
  const target = await testTarget(params.target, call)
  const found = await findSuite(target, params.framework, call)
  const { name } = params
  const tests = name === undefined ? undefined : testsNamed(name, await found.suite.list(call.rest()), target.path)
  const session = await launch({ params, found, tests }, call)
  const { timeoutMs } = call.rest()
  call.extend(timeoutMs + READING_MS)
  const started = await startResult(call.using(session), { detail: params.detail, wait_ms: timeoutMs, sinceSeq: 0 })
  return { ...started, framework: found.framework.id }
})

interface Wanted {
  readonly params: Params
  readonly found: FoundSuite
  /** Undefined: all of the target. */
  readonly tests: readonly TestCase[] | undefined
}

async function launch({ params, found: { framework, suite }, tests }: Wanted, call: Call): Promise<DapSession> {
  const folder = await mkdtemp(join(tmpdir(), 'dapplex-tests-'))
  try {
    const run = await suite.run({ tests, args: params.args, folder }, call.rest())
    const { break_on: breakOn } = params
    const request = {
      adapter: framework.adapter,
      spec: run.spec,
      breakpoints: [...(await placed(params, suite.root)), ...(breakOn === 'uncaught' ? stopsOf(run) : [])],
      breakOn,
      tests: { framework: framework.id, folder, run, root: suite.root },
    }
    return await call.sessions.launch(request, call.rest())
  } catch (error) {
    await rm(folder, { recursive: true, force: true })
    throw error
  }
}

const placed = ({ breakpoints }: Params, cwd: string): Promise<BreakpointSpec[]> =>
  Promise.all(
    breakpoints.map((place: BreakpointPlace, index) => breakpointSpec(place, { cwd, field: `breakpoints.${index}.` })),
  )

const stopsOf = ({ stops }: TestRun): BreakpointSpec[] => stops.map((stop) => ({ ...stop, implicit: true }))
