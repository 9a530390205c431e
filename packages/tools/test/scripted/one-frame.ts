import { fileURLToPath } from 'node:url'
import { ScriptedDaemon } from './scripted-daemon.js'
import type { Script, ScriptedSession, SessionSetup } from './scripted-session.js'

// A session that is stopped in one frame of the function `pay`.

export const path = fileURLToPath(new URL('../../../../fixtures/programs/node/orders.js', import.meta.url))
export const frame = { id: 5, name: 'pay', line: 2, source: { path } }
export const stackTrace = { stackFrames: [frame], totalFrames: 1 }
export const scopes = {
  scopes: [
    { name: 'Locals', presentationHint: 'locals', variablesReference: 10 },
    { name: 'Globals', variablesReference: 11, expensive: true },
    { name: 'Arguments', presentationHint: 'arguments', variablesReference: 12 },
  ],
}
export type Row = Readonly<Record<string, unknown>>
export const row = (name: string, value = '1', more: Row = {}) => ({ name, value, variablesReference: 0, ...more })
export const tables = (rows: Readonly<Record<number, readonly Row[]>>): Script => ({
  variables: ({ variablesReference: reference }) => ({ variables: rows[reference as number] ?? [] }),
})
export const plain = tables({ 10: [row('total'), row('i')], 11: [row('process')], 12: [row('order')] })

export function open({ script, ...setup }: SessionSetup = {}): {
  readonly daemon: ScriptedDaemon
  readonly session: ScriptedSession
} {
  const daemon = new ScriptedDaemon()
  return { daemon, session: daemon.open({ ...setup, script: { stackTrace, scopes, ...plain, ...script } }) }
}
export const stopWith = (script: Script, params: Row = {}) => open({ script }).daemon.call('wait_for_stop', params)
export const read = (stop: Row, name: string) => (stop[name] ?? []) as readonly Row[]
export const linesOf = (stop: Row) => (stop['source_lines'] ?? []) as readonly string[]
export const namesOf = (rows: readonly Row[]) => rows.map(({ name }) => name)
