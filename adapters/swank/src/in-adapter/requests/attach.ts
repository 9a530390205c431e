import { readFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'
import type { Arguments } from '../dap/arguments.js'
import { Helper } from '../swank/helper.js'
import { SwankClient } from '../swank/swank-client.js'
import type { Address } from '../swank/swank-client.js'
import { RequestFailure } from '../dap/failure.js'
import { injectHelper } from '../image/inject-helper.js'
import { begin } from './launch.js'
import { endSession, hearOutput } from '../session/output.js'
import type { ImageFacts } from '../session/core.js'
import type { Handlers, Shim } from '../session/shim.js'

const connectTimeoutMs = 10_000
/** Swank's own default. */
const defaultPort = 4005

export function attachHandlers(shim: Shim): Handlers {
  hearOutput(shim)
  return {
    attach: async (args) => {
      begin(shim)
      try {
        await attach(shim, args)
      } catch (error) {
        shim.phase = 'fresh'
        throw error
      }
      shim.phase = 'running'
      shim.emit('initialized')
    },
  }
}

async function attach(shim: Shim, args: Arguments): Promise<void> {
  const address: Address = {
    host: args.textOr('host') ?? '127.0.0.1',
    port: args.intOr('port') ?? defaultPort,
    ...secretOf(args),
  }
  const client = await connect(address)
  try {
    const helper = new Helper(client)
    await injectHelper(client, process.env)
    const facts = await helper.call<ImageFacts>('hello', ['attach'])
    shim.connect({ client, helper, facts, target: { kind: 'attached' } })
    client.onClosed = () => {
      if (shim.phase !== 'ended')
        shim.tell('The connection to the Lisp image is lost: it ended, or closed its Swank server.', 'important')
      endSession(shim, undefined)
    }
    shim.emit('process', {
      name: `${facts.implementation} ${facts.version} at ${address.host}:${address.port}`,
      systemProcessId: facts.pid,
      isLocalProcess: address.host === '127.0.0.1' || address.host === 'localhost',
      startMethod: 'attach',
    })
    if (facts.hook !== undefined) shim.tell(`Breakpoints and steps are not available: ${facts.hook}`, 'important')
    if (facts.implementation === 'SBCL' && args.flag('captureOutput', true)) await helper.call('capture-output', [])
    const files = args.texts('recompile')
    for (const file of files) {
      const result = await helper.call<{ loaded: boolean }>('compile-file', [file, true], { timeoutMs: 0 })
      if (!result.loaded) shim.tell(`${file} could not be compiled and loaded`, 'important')
    }
  } catch (error) {
    client.destroy()
    throw error
  }
}

async function connect(address: Address): Promise<SwankClient> {
  try {
    return await SwankClient.connect(address, connectTimeoutMs)
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error)
    throw new RequestFailure(
      'SWANK_CONNECTION_FAILED',
      `No Swank server at ${address.host}:${address.port} (${why}): start one with (swank:create-server :port ${address.port} :dont-close t)`,
      { host: address.host, port: address.port },
    )
  }
}

/** The secret given, else the first line of ~/.slime-secret where that file exists, as SLIME does. */
function secretOf(args: Arguments): { secret?: string } {
  const given = args.textOr('secret')
  if (given !== undefined) return { secret: given }
  try {
    const [line] = readFileSync(args.textOr('secretFile') ?? join(homedir(), '.slime-secret'), 'utf8').split(/\r?\n/)
    return line === undefined ? {} : { secret: line }
  } catch {
    return {}
  }
}
