import type { MessagePort } from '@dapplex/transport'
import type { AdapterEnd, RunningAdapter } from './running-adapter.js'

/** An adapter that somebody else runs: only the connection is ours (`start: connect`). */
export function remoteAdapter(port: MessagePort): RunningAdapter {
  const gone = new Promise<AdapterEnd>((resolve) =>
    port.onClose((reason) => {
      const why = reason.kind === 'failed' ? `the connection broke: ${reason.error.message}` : 'closed its connection'
      resolve({ why, stderr: '' })
    }),
  )
  return {
    port,
    pid: undefined,
    owner: undefined,
    onProgramOutput: () => undefined,
    onEnd: (listener) => void gone.then(listener),
    stderr: () => '',
    end: async () => {
      port.close()
      await gone
    },
  }
}
