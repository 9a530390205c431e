import { afterAll } from 'vitest'
import type { DaemonOptions } from '../../src/start-daemon.js'
import type { RpcClient } from './rpc-client.js'
import { testDaemon, type TestDaemon } from './test-daemon.js'

/**
 * Called at the top of a test file: one daemon for all its tests, with one agent. It ends after the tests, and after what the
 * file cleans up that is said later; what is cleaned up when it has ended is said before.
 */
export async function daemonWithAgent(
  options: Partial<DaemonOptions> = {},
): Promise<{ readonly host: TestDaemon; readonly agent: RpcClient }> {
  const host = await testDaemon(options)
  const agent = await host.agent()
  afterAll(async () => {
    await agent.close()
    await host.stop()
  })
  return { host, agent }
}
