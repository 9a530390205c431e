import type { TestDaemon } from './test-daemon.js'

/** Ends what a failed test has left, so that the next one begins with nothing. */
export async function endSessions(host: TestDaemon): Promise<void> {
  const agent = await host.agent('cleaner')
  const { sessions } = await agent.call('sessions_list')
  for (const { session_id, state } of sessions)
    if (state !== 'exited') await agent.call('debug_disconnect', { session_id, terminate: true })
  await agent.close()
}
