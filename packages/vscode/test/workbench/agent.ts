import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { connect, type Client, type DebugEventMessage } from '@dapplex/client'
import { readJson, z } from '@dapplex/testkit'

const daemonState = z.object({ port: z.int() })

/** An agent over the WebSocket of the daemon in this state folder. `next` waits for an event that fits. */
export async function agentOf(
  home: string,
  { name = 'agent-1', token = readFileSync(join(home, 'token'), 'utf8').trim() } = {},
): Promise<{
  readonly agent: Client
  readonly next: (fits: (event: DebugEventMessage) => boolean) => Promise<DebugEventMessage>
}> {
  const { port } = readJson(daemonState, join(home, 'daemon.json'))
  const agent = await connect({ url: `ws://127.0.0.1:${port}/rpc`, token, name, kind: 'agent' })
  return {
    agent,
    next: (fits) =>
      new Promise((resolve) => {
        const off = agent.on('debug_event', (event) => {
          if (!fits(event)) return
          off()
          resolve(event)
        })
      }),
  }
}
