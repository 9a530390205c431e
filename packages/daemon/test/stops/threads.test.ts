import { dirname } from 'node:path'
import type { DebugProtocol as Dap } from '@vscode/debugprotocol'
import { buildC, buildGo, firstOf, missing, must } from '@dapplex/testkit'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { endTogether, join, launch, moveTogether, stopAfter, type SeenStop } from '../rules/support/sessions.js'
import { endSessions } from '../support/end-sessions.js'
import { ScratchFolder } from '../support/scratch-folder.js'
import { testDaemon, type TestDaemon } from '../support/test-daemon.js'

const scratch = new ScratchFolder('threads')
let host: TestDaemon
beforeAll(async () => (host = await testDaemon()))
afterEach(() => endSessions(host))
afterAll(async () => {
  await host.stop()
  scratch.remove()
})

const SLEEPER = `package main

import (
	"fmt"
	"time"
)

func main() {
	fmt.Println("sleeping")
	time.Sleep(time.Hour)
}
`

test('a sleeping Go program that is paused tells a thread and a place', async ({ skip }) => {
  const why = missing('go', 'delve')
  skip(why !== undefined, why)
  const source = scratch.write('sleeper/main.go', SLEEPER)
  scratch.write('sleeper/go.mod', 'module sleeper\n\ngo 1.19\n')
  const agent = await host.agent()
  await agent.call('events_subscribe')
  const { session_id } = await agent.call('debug_launch', {
    program: await buildGo(dirname(source)),
    timeout_ms: 60_000,
  })
  await agent.next((message) => JSON.stringify(message).includes('sleeping'))
  const paused = await agent.call('debug_pause', { session_id, timeout_ms: 100_000 })
  const line = SLEEPER.split('\n').findIndex((text) => text.includes('Sleep(')) + 1
  const stack = await agent.call('stacktrace_get', { session_id })
  expect(stack.frames.find(({ file }) => file === source)).toMatchObject({ function: 'main', line })
  const top = firstOf(stack.frames)
  const place = { thread_id: stack.thread_id, location: { file: top.file, line: top.line } }
  expect(paused).toMatchObject({ reason: 'pause', ...place })
  expect(await agent.call('debug_state', { session_id })).toMatchObject({ state: 'stopped', ...place })
  await agent.close()
})

/** Far more than it has ever taken (8). */
const MOST_TURNS = 200

const CROWD = `#include <pthread.h>
static pthread_barrier_t together;
static volatile long turns;
static void *work(void *none) {
  pthread_barrier_wait(&together);
  for (;;) turns += 1; // BREAK
  return none;
}
int main(void) {
  pthread_t all[4];
  pthread_barrier_init(&together, 0, 4);
  for (int i = 0; i < 4; i++) pthread_create(&all[i], 0, work, 0);
  for (int i = 0; i < 4; i++) pthread_join(all[i], 0);
}
`

test('mux 7: several threads at one breakpoint of lldb at once: each client is told one plain stop, and the others as a joiner is', async ({
  skip,
}) => {
  const why = missing('lldb', 'cc')
  skip(why !== undefined, why)
  const source = scratch.write('crowd.c', CROWD)
  const program = { launch: { program: await buildC(source) } }
  const line = CROWD.split('\n').findIndex((text) => text.includes('BREAK')) + 1
  const { client: first, session } = await launch(
    host,
    { adapter: 'lldb' },
    { program, breakpoints: { [source]: [line] } },
  )
  const { client: second } = await join(host, session)
  await second.waitForEvent('stopped')
  const clients = [first, second]
  /** The adapter tells all stops of one suspension at once, so before its answer to what it is asked after them. */
  const told = async ([stop]: readonly SeenStop[]) => {
    await first.expectSuccess('evaluate', { expression: 'turns', frameId: must(stop).frameId, context: 'watch' })
    await second.expectSuccess('threads')
  }
  let plain: SeenStop[] = [await stopAfter(first)]
  await told(plain)
  let beside: Dap.StoppedEvent['body'][][] = []
  // Which threads are at the breakpoint when the first has hit it is up to the machine. All come there again and again.
  for (let turn = 0; turn < MOST_TURNS && beside.every(({ length }) => length === 0); turn += 1) {
    const marks = clients.map((client) => client.mark())
    plain = await moveTogether(first, { command: 'continue', threadId: plain[0]?.threadId ?? 1 }, [second])
    await told(plain)
    beside = clients.map((client, at) =>
      client
        .events('stopped', marks[at])
        .slice(1)
        .map(({ body }) => body),
    )
  }
  for (const { body } of plain) expect(body).toMatchObject({ reason: 'breakpoint', allThreadsStopped: true })
  expect(beside[0]).not.toEqual([])
  expect(beside[1]).toEqual(beside[0])
  for (const body of must(beside[0]))
    expect(body).toEqual({
      reason: 'pause',
      threadId: expect.any(Number),
      preserveFocusHint: expect.any(Boolean),
      allThreadsStopped: false,
    })
  await endTogether(first, clients)
})
