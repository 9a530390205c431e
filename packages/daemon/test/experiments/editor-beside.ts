import type { DapClient, Mark } from '@dapplex/testkit'
import { join } from '../rules/support/sessions.js'
import type { TestDaemon } from '../support/test-daemon.js'

/** An editor that joins a session where the program stands. `after` is the mark behind the stop that it is told of. */
export async function editorBeside(
  host: TestDaemon,
  session: string,
): Promise<{ readonly editor: DapClient; readonly after: Mark }> {
  const { client: editor } = await join(host, session, { name: 'editor' })
  await editor.waitForEvent('stopped')
  return { editor, after: editor.mark() }
}
