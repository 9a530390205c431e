import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DapClient, firstOf, missing, must, openSession } from '@dapplex/testkit'
import { afterEach, expect, test } from 'vitest'
import { genericAdapters } from '../src/index.js'
import { find, startDefined } from './start-defined.js'

const { definition } = must(genericAdapters.find((one) => one.definition.id === 'debugpy'))
const cleanUps: (() => void | Promise<void>)[] = []
afterEach(async () => {
  for (const clean of cleanUps.splice(0).reverse()) await clean()
})

test('debugpy lists a long list in parts, with rows that are no elements, as its definition says', async ({ skip }) => {
  const why = missing('debugpy')
  skip(why !== undefined, why)
  const folder = mkdtempSync(join(tmpdir(), 'dapplex-list-'))
  cleanUps.push(() => rmSync(folder, { recursive: true }))
  const program = join(folder, 'long.py')
  writeFileSync(program, 'items = list(range(2500))\nprint(len(items))\n')
  const adapter = await startDefined(definition, must(find(definition)))
  cleanUps.push(() => adapter.kill())
  const client = new DapClient(adapter.port, { name: 'debugpy' })
  await openSession(client, {
    request: 'launch',
    arguments: { ...must(definition.launch).fixed, program },
    initialize: { adapterID: 'debugpy' },
    breakpoints: { [program]: [2] },
    exceptionFilters: [],
  })
  const { body } = await client.waitForEvent('stopped')
  const { stackFrames } = await client.expectSuccess('stackTrace', { threadId: must(body.threadId), levels: 1 })
  const { variablesReference } = await client.expectSuccess('evaluate', {
    expression: 'items',
    frameId: firstOf(stackFrames).id,
    context: 'watch',
  })
  const { notVariables, length, partType } = must(definition.traits.presentation.unpagedListings)
  const listed = async (reference: number): Promise<string[]> => {
    const { variables } = await client.expectSuccess('variables', { variablesReference: reference })
    const names: string[] = []
    for (const { name, type = '', variablesReference: part } of variables) {
      if (notVariables.includes(name)) continue
      names.push(...(new RegExp(partType).test(type) ? await listed(part) : [name]))
    }
    return names
  }
  const { variables } = await client.expectSuccess('variables', { variablesReference })
  expect(variables.find(({ name }) => name === length)?.value).toBe('2500')
  expect((await listed(variablesReference)).map(Number)).toEqual(Array.from({ length: 2_500 }, (_, index) => index))
})
