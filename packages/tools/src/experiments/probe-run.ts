import { surface, toolError, type BreakpointView } from '@dapplex/protocol'
import type { z } from 'zod'
import { breakpointSpec } from '../breakpoints/breakpoint-spec.js'
import { purposeOf } from '../breakpoints/breakpoint-purpose.js'
import type { SessionCall } from '../call/call.js'
import { implement } from '../call/tool.js'
import { present } from '../result/present.js'
import type { Job } from './job.js'
import { fitRows, ProbeRows } from './probe-rows.js'
import { readValues } from './read-values.js'
import { asJob, endedFields, type Ending } from './subject.js'

type Params = z.output<typeof surface.probe_run.params>
type ProbeSpec = Params['probes'][number]

/** A probe that is set. */
interface Probe {
  readonly number: number
  readonly spec: ProbeSpec
  readonly view: BreakpointView
}

export const probeRun = implement(surface.probe_run, async (params, call) => {
  const rows = new ProbeRows()
  const {
    value: probes,
    on,
    ended: why,
  } = await asJob(call, params, async (on, job) => {
    const probes = await setProbes(on, job, params.probes)
    await record({ on, job, rows, until: untilOf(params) }, probes).catch((error: unknown) => {
      // Something has ended the job while its stop was read.
      if (!job.notesEnd()) throw error
    })
    return probes
  })
  const ended: Ending | 'hits' = why ?? 'hits'
  const told = {
    ended,
    hits: [...rows.rows],
    by_probe: probes.map((probe) => probeRow(probe, rows)),
    ...(await endedFields(on, ended, params.max_bytes)),
  }
  return fitRows(told, params.max_bytes)
})

const untilOf = ({ until, program }: Params): 'exit' | 'hits' => until ?? (program === undefined ? 'hits' : 'exit')

async function setProbes(on: SessionCall, job: Job, specs: readonly ProbeSpec[]): Promise<Probe[]> {
  const probes: Probe[] = []
  for (const [number, spec] of specs.entries()) {
    const { path, line } = await breakpointSpec(spec, { ...purposeOf(on), field: `probes.${number}.` })
    if (spec.function !== undefined) demandFunctions(on)
    const { condition } = spec
    const view = await job.breakpoint(present({ path, line, function: spec.function, condition }))
    probes.push({ number, spec, view })
  }
  return probes
}

export function demandFunctions(on: SessionCall): void {
  const capability = 'supportsFunctionBreakpoints'
  if (on.can(capability, 'setFunctionBreakpoints')) return
  throw toolError('BREAKPOINT_UNSUPPORTED', { what: 'function', adapter: on.session.adapter.title, capability })
}

interface Recording {
  readonly on: SessionCall
  readonly job: Job
  readonly rows: ProbeRows
  readonly until: 'exit' | 'hits'
}

/** Lets the program run from hit to hit. A probe that has its hits is taken away, and slows nothing down any more. */
async function record({ on, job, rows, until }: Recording, probes: readonly Probe[]): Promise<void> {
  const isFull = ({ number, spec }: Probe) => rows.hitsOf(number) >= spec.max_hits
  let step = await job.first()
  while (step.state === 'stopped') {
    const { threadId, breakpoints = [] } = step
    for (const probe of probes) {
      if (!breakpoints.includes(probe.view.id) || isFull(probe)) continue
      rows.add(
        probe.number,
        threadId,
        threadId === undefined ? [] : await readValues(on, threadId, probe.spec.expressions),
      )
      if (isFull(probe)) await job.remove(probe.view.id)
    }
    if (until === 'hits' && probes.every(isFull)) return
    step = await job.move('continue', threadId)
  }
}

function probeRow({ number, spec, view }: Probe, rows: ProbeRows) {
  const hits = rows.hitsOf(number)
  const isSure = view.verified || hits > 0
  return present({
    probe: number,
    file: view.path,
    line: view.actualLine ?? view.line,
    function: view.function,
    hits,
    distinct: rows.distinctOf(number),
    full: hits >= spec.max_hits ? (true as const) : undefined,
    verified: isSure ? undefined : (false as const),
    message: isSure ? undefined : view.message,
  })
}
