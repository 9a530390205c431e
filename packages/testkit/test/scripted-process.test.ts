import {
  DapClient,
  emit,
  fail,
  respond,
  scriptedProcess,
  spawnAdapter,
  type Script,
  type ScriptedProcess,
  type SpawnedAdapter,
} from '@dapplex/testkit'
import { afterEach, describe, expect, test } from 'vitest'

const open: { scripted: ScriptedProcess; adapter: SpawnedAdapter }[] = []
afterEach(async () => {
  for (const { scripted, adapter } of open.splice(0)) {
    await adapter.kill()
    scripted.dispose()
  }
})

async function start(script: Script) {
  const scripted = scriptedProcess(script)
  const adapter = await spawnAdapter(scripted.command)
  open.push({ scripted, adapter })
  return { scripted, adapter, client: new DapClient(adapter.port, { name: 'editor' }) }
}

describe('a scripted adapter as a process', () => {
  test('answers, waits until told, and notes what it received', async () => {
    const { scripted, adapter, client } = await start({
      start: [emit('output', { output: 'hello\n' })],
      on: {
        evaluate: [{ kind: 'wait', word: 'a/b' }, respond({ result: '2', variablesReference: 0 })],
        next: [fail('not now')],
      },
    })
    await client.waitForEvent('output')
    const slow = client.post('evaluate', { expression: '1 + 1' })
    await client.expectFailure('next', { threadId: 1 })
    scripted.tell('a/b')
    expect((await client.response(slow)).body).toEqual({ result: '2', variablesReference: 0 })
    await client.expectSuccess('disconnect')
    expect(await adapter.exited).toBe(0)
    expect(scripted.received().map((one) => 'command' in one && one.command)).toEqual([
      'evaluate',
      'next',
      'disconnect',
    ])
  })

  test('mux 15: dies with its last words on stderr', async () => {
    const { adapter, client } = await start({
      on: {
        launch: [
          { kind: 'stderr', text: 'out of luck' },
          { kind: 'die', code: 9 },
        ],
      },
    })
    await expect(client.request('launch', {})).rejects.toThrow('the connection is closed (by the other side)')
    expect(await adapter.exited).toBe(9)
    expect(adapter.stderr()).toBe('out of luck\n')
  })

  test('mux 15: is killed by a signal', async () => {
    const { adapter, client } = await start({ on: { next: [{ kind: 'die', signal: 'SIGKILL' }] } })
    await expect(client.request('next', { threadId: 1 })).rejects.toThrow('the connection is closed')
    expect(await adapter.exited).toBe('SIGKILL')
  })

  test('prints garbage between its messages', async () => {
    const { client } = await start({
      on: { threads: [{ kind: 'garbage', text: 'beware\n' }, respond({ threads: [] })] },
    })
    await expect(client.request('threads')).rejects.toThrow('expected a header line, got "beware"')
  })

  test('ends when its client has gone', async () => {
    const { adapter, client } = await start({})
    await client.expectSuccess('threads')
    await client.close()
    expect(await adapter.exited).toBe(0)
  })
})
