import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { AdapterDefinition } from '@dapplex/protocol'
import {
  buildC,
  buildGo,
  DapClient,
  fixture,
  markerLine,
  missing,
  must,
  openSession,
  processesWithArgument,
  type ProgramName,
  untilGone,
} from '@dapplex/testkit'
import { afterEach, describe, expect, test } from 'vitest'
import { genericAdapters } from '../src/index.js'
import { find, startDefined } from './start-defined.js'

interface Case {
  readonly id: string
  readonly needs: readonly ProgramName[]
  readonly program: () => Promise<string>
  readonly source: string
}

const CASES: readonly Case[] = [
  {
    id: 'debugpy',
    needs: ['debugpy'],
    program: () => Promise.resolve(fixture('programs/python/marks.py')),
    source: 'programs/python/marks.py',
  },
  {
    id: 'delve',
    needs: ['delve', 'go'],
    program: () => buildGo(fixture('programs/go/marks')),
    source: 'programs/go/marks/main.go',
  },
  {
    id: 'lldb',
    needs: ['lldb', 'cc'],
    program: () => buildC(fixture('programs/c/marks.c')),
    source: 'programs/c/marks.c',
  },
]

const definitionOf = (id: string): AdapterDefinition =>
  must(genericAdapters.find(({ definition }) => definition.id === id)).definition

const cleanUps: (() => void | Promise<void>)[] = []
afterEach(async () => {
  for (const clean of cleanUps.splice(0).reverse()) await clean()
})

async function stopped({ id, program, source }: Case) {
  const folder = mkdtempSync(join(tmpdir(), 'dapplex-marks-'))
  cleanUps.push(() => rmSync(folder, { recursive: true }))
  const marks = join(folder, 'marks')
  const definition = definitionOf(id)
  const adapter = await startDefined(definition, must(find(definition)))
  cleanUps.push(() => adapter.kill())
  const client = new DapClient(adapter.port, { name: id })
  const path = fixture(source)
  const { capabilities } = await openSession(client, {
    request: 'launch',
    arguments: {
      ...must(definition.launch).fixed,
      [must(definition.launch).program]: await program(),
      [must(must(definition.launch).args)]: [marks],
      [must(must(definition.launch).cwd)]: folder,
    },
    initialize: { adapterID: id, supportsRunInTerminalRequest: false },
    breakpoints: { [path]: [markerLine(path, 'BREAK: mark')] },
    exceptionFilters: [],
  })
  await client.waitForEvent('stopped')
  const ended = () => untilGone(() => processesWithArgument(marks))
  return { client, capabilities, ended, marks: () => readFileSync(marks, 'utf8').trim().split('\n') }
}

describe.each(CASES)('$id: a stopped program that is ended runs no further statement', (one) => {
  const why = missing(...one.needs)

  test('disconnect with terminateDebuggee', async ({ skip }) => {
    skip(why !== undefined, why)
    const { client, ended, marks } = await stopped(one)
    await client.request('disconnect', { terminateDebuggee: true }).catch(() => client.closed)
    await ended()
    expect(marks()).toEqual(['before'])
  })

  test('terminate', async ({ skip }) => {
    skip(why !== undefined, why)
    const { client, capabilities, ended, marks } = await stopped(one)
    skip(capabilities.supportsTerminateRequest !== true, `${one.id} does not serve terminate`)
    await client.request('terminate', {}).catch(() => client.closed)
    await ended()
    expect(marks()).toEqual(['before'])
  })
})
