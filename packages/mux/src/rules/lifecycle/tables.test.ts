import { expect, test } from 'vitest'
import { leaveTable } from './leave-table.js'
import { lifecycleTable } from './request-table.js'
import { stateTable } from './state-table.js'

const KINDS = ['starting', 'configuring', 'running', 'stopped', 'undebugged', 'restarting', 'ended'] as const

/** A Markdown table, aligned. */
function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const widths = head.map((_, at) => Math.max(3, ...[head, ...rows].map((row) => row[at]?.length ?? 0)))
  const line = (row: readonly string[]) => `| ${row.map((cell, at) => cell.padEnd(widths[at] ?? 0)).join(' | ')} |`
  return [line(head), line(widths.map((width) => '-'.repeat(width))), ...rows.map(line)].join('\n')
}

const said = (cell: boolean | string): string => (cell === true ? 'yes' : cell === false ? 'no' : cell)

/** `npx vitest run --project unit packages/mux/src/rules/lifecycle/tables.test.ts --update` writes it anew. */
test('mux 10, 11: docs/lifecycle.md is drawn from the tables that decide', async () => {
  const requests = Object.entries(lifecycleTable).map(([group, cells]) => [group, ...KINDS.map((kind) => cells[kind])])
  const moves = Object.entries(stateTable).map(([event, cells]) => [
    event,
    ...KINDS.map((kind) => (cells[kind] === kind ? '' : cells[kind])),
  ])
  const leaving = leaveTable.map(({ request, last, terminate, mayEnd, outcome, isGranted, why }) => [
    ...[request, last, terminate, mayEnd].map(said),
    outcome,
    isGranted ? '' : 'yes',
    why,
  ])
  const text = `# Lifecycle

Drawn from the tables that decide (\`state-table.ts\`, \`request-table.ts\` and \`leave-table.ts\` in \`packages/mux/src/rules/lifecycle\`); a test keeps it so.

## How a session changes its state

The state that follows each event; an empty cell means that the state stays. Clients are told the phase: the state, with
_starting_ for _restarting_ and _running_ for _undebugged_, where the program runs without debugging (\`noDebug\`). _stopped_ and
_resumed_ are about the program as a whole; _runsUndebugged_ means that a launch with \`noDebug\` is under way; _end_
means that the multiplexer ends the session. The tools name the state otherwise: _running_ also for _starting_ and _configuring_,
_exited_ for _ended_.

${table(['event', ...KINDS], moves)}

## What becomes of a request

By its group and the state of the session. _allow_: done now; _defer_: waits until the state changes, in order; _cache_:
answered from what is known; _reject_: fails with the reason.

${table(['group', ...KINDS], requests)}

## What becomes of the program when a client leaves

The first row that fits decides. _last_: nobody else is in the session; _terminate_: \`terminateDebuggee\` of its \`disconnect\`; _may end_:
it launched the program, is an owner, or has control (an editor that has joined, only where its \`dapplexOnStop\` is \`end\`, or nobody else is there). _stay_: only the client goes; _kill_: the program ends with the session;
_release_: the session ends and the program goes on. Where its debugger cannot let go a program that it has
started (Go, C#, Lisp, Python), the program ends with the session, and the end says why. What becomes of a program when a client vanishes without a \`disconnect\`, and in
sessions of the tools: [dap-clients.md](dap-clients.md#when-clients-leave-or-vanish).

${table(['request', 'last', 'terminate', 'may end', 'outcome', 'told that it was refused', 'why'], leaving)}
`
  await expect(text).toMatchFileSnapshot('../../../../../docs/lifecycle.md')
})
