import type { MessagePort } from '@dapplex/transport'
import type { AdapterAddress, AdapterEnd, RunningAdapter } from './running-adapter.js'

const nothing = (): Promise<void> => Promise.resolve()

/**
 * An adapter whose process is not this session's: only the connection is ours. Somebody else runs it (`start: connect`), or
 * it is the adapter of the parent session, `host`, whose process is kept until this connection has ended.
 */
export function remoteAdapter(port: MessagePort, address: AdapterAddress, host?: RunningAdapter): RunningAdapter {
  const share = () => host?.share() ?? nothing
  const release = share()
  const gone = new Promise<AdapterEnd>((resolve) =>
    port.onClose((reason) => {
      const why = reason.kind === 'failed' ? `broke its connection: ${reason.error.message}` : 'closed its connection'
      resolve({ why, stderr: '' })
    }),
  )
  return {
    port,
    address,
    share,
    pid: undefined,
    programInput: undefined,
    owner: undefined,
    onProgramOutput: () => undefined,
    onStrayText: () => undefined,
    onEnd: (listener) => void gone.then(listener),
    stderr: () => '',
    end: async () => {
      port.close()
      await gone
      await release()
    },
  }
}
