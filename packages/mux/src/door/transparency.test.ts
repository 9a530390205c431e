import type { JsonObject } from '@dapplex/protocol'
import { isJsonObject } from '@dapplex/protocol'
import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import type { Seen, Way } from '../../test/rig.js'
import { createRig } from '../../test/rig.js'
import { servedCapabilities } from '../rules/capabilities/merge.js'
/* eslint-disable @typescript-eslint/no-unsafe-argument -- recorded messages have every shape */

const folder = fileURLToPath(new URL('../../../../fixtures/transcripts/', import.meta.url))
interface Line {
  readonly dir: 'in' | 'out'
  readonly m: Seen
}
const recordings = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.ndjson'))
const read = (name: string): Line[] =>
  readFileSync(folder + name, 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Line)
    .filter((line) => 'm' in line)

/** Members that hold ids, by the list they stand in. */
const idKeys = new Set(['progressId', 'frameId', 'variablesReference', 'sourceReference', 'id', 'threadId'])

/** Replaces ids by a mark, and drops what DAP lets differ. */
function stabilize(messages: readonly Seen[]): unknown[] {
  // Adapters use ids again at later stops and the multiplexer never does, so only the places of ids are compared here.
  const name = (key: string, value: number | string) => (value === 0 && key !== 'id' ? 0 : '#')
  const walk = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(walk)
    if (typeof value !== 'object' || value === null) return value
    return Object.fromEntries(
      Object.entries(value).map(([key, one]) => [
        key,
        idKeys.has(key) && (typeof one === 'number' || typeof one === 'string') ? name(key, one) : walk(one),
      ]),
    )
  }
  return messages.map(({ seq: _seq, ...rest }) => walk(rest))
}

describe('transparency: one client sees what it would see directly', () => {
  test.each(recordings)('mux 1, 5, 6, 8, 21: %s', (name) => {
    const { direct, through } = play(name, 'bytes')
    expect(stabilize(through).map(comparable)).toEqual(stabilize(direct).map(comparable))
  })
  test.each(recordings)('mux 5, 8: what is passed on in its own bytes is what is parsed and printed: %s', (name) => {
    expect(play(name, 'bytes').inbox).toEqual(play(name, 'objects').inbox)
  })
  test('mux 5, 8: of the recordings some answers are passed on in their own bytes', () => {
    const passed = recordings.reduce((sum, name) => sum + play(name, 'bytes').passed, 0)
    expect(passed).toBeGreaterThan(recordings.length)
  })
})

/** Plays a recording: what the client gets directly, and through the multiplexer. */
function play(name: string, way: Way) {
  const rig = createRig({}, {}, way)
  rig.input({ kind: 'adapterStarted' })
  const client = rig.client('recorder')
  const direct: Seen[] = []
  const virtual = new Map<string, unknown>()
  const seqOf = new Map<number, number>()
  for (const { dir, m } of read(name)) {
    if (dir === 'out') {
      if (m.command === 'disconnect') break
      const args = m.arguments === undefined ? undefined : translate(m.arguments, virtual)
      const before = rig.toAdapter.length
      const seq: number = client.send(
        m.command,
        m.command === 'initialize' ? { ...args, supportsMemoryReferences: true, supportsANSIStyling: true } : args,
      )
      const sent = rig.toAdapter.slice(before).find((one) => one.command === m.command)
      if (sent !== undefined) seqOf.set(m.seq, sent.seq)
      else seqOf.set(m.seq, -seq)
      continue
    }
    if (m.type !== 'response') {
      if (m.event !== 'capabilities') direct.push(m)
      rig.fromAdapter(m)
      if (m.event === 'terminated') break
      continue
    }
    const upstream = seqOf.get(m.request_seq)
    // A request that the multiplexer answered by itself is compared by the tests of its rule.
    if (upstream === undefined || upstream < 0) continue
    direct.push(m)
    const before = client.inbox.length
    rig.fromAdapter({ ...m, request_seq: upstream })
    collect(
      m,
      client.inbox.slice(before).find((one) => one.type === 'response'),
      virtual,
    )
    // A failed start ends the session for all who are in it, at once (mux 15).
    if (!m.success && (m.command === 'launch' || m.command === 'attach' || m.command === 'configurationDone')) break
  }
  const through = client.inbox.filter((one) => !(one.body?.error?.id >= 70_000))
  if (direct.at(-1)?.success === false && through.at(-1)?.event === 'terminated') through.pop()
  const passed = rig.effects.filter(({ kind }) => kind === 'passToClient').length
  return { direct, through, inbox: client.inbox, passed }
}

/** Pairs the ids of a direct answer with those of ours. */
function collect(direct: unknown, ours: unknown, virtual: Map<string, unknown>): void {
  if (!isJsonObject(direct) || !isJsonObject(ours)) return collectList(direct, ours, virtual)
  for (const [key, value] of Object.entries(direct)) {
    const other = ours[key]
    if (key === 'id' && 'line' in direct) virtual.set(`frameId:${String(value)}`, other)
    if (idKeys.has(key)) virtual.set(`${key}:${String(value)}`, other)
    else collect(value, other, virtual)
  }
}

function collectList(direct: unknown, ours: unknown, virtual: Map<string, unknown>): void {
  if (!Array.isArray(direct) || !Array.isArray(ours)) return
  for (const [index, value] of direct.entries()) collect(value, ours[index], virtual)
}

function translate(args: JsonObject, virtual: Map<string, unknown>): JsonObject {
  return Object.fromEntries(
    Object.entries(args).map(([key, value]) => [key, virtual.get(`${key}:${String(value)}`) ?? value]),
  )
}

/** Leaves out the differences that a rule wants: capabilities events before initialize folded in, capabilities that the multiplexer adds (9), explicit allThreadsContinued (6), its own `seq`. */
function comparable(message: unknown): unknown {
  if (!isJsonObject(message)) return message
  const { request_seq: _number, ...one } = message
  if (one['command'] !== 'initialize' || !isJsonObject(one['body'])) return one
  return {
    ...one,
    body: Object.fromEntries(Object.entries(one['body']).filter(([name]) => !(name in servedCapabilities))),
  }
}
