import { basename } from 'node:path'
import type { DebugProtocol as Dap } from '@vscode/debugprotocol'
import type { Debuggee } from './debuggee.js'

interface BuildKind {
  readonly optimized: boolean
  readonly symbols: boolean
}

interface Loaded {
  readonly event: Dap.ModuleEvent
  readonly tell: (text: string) => void
}

/**
 * Says why breakpoints in a Release build never verify: with justMyCode, which is netcoredbg's default, optimized code is
 * not the user's; after an attach they verify either way not (measured, netcoredbg 3.1.3). netcoredbg says nothing.
 */
export async function reportReleaseBuild(debuggee: Debuggee, { event, tell }: Loaded): Promise<void> {
  const { path, symbolStatus } = event.body.module
  if (path === undefined || event.body.reason !== 'new' || symbolStatus !== 'Symbols loaded.') return
  if (!debuggee.justMyCode && !debuggee.isAttached) return
  const kind = await debuggee.compiler.ask<BuildKind>('buildKind', { module: path }).catch(() => undefined)
  if (kind?.optimized !== true) return
  const name = basename(path)
  tell(
    debuggee.isAttached
      ? `${name} is a Release build: after an attach breakpoints in it are never verified. Launch it with "justMyCode": false (some lines are still never reached), or build it as Debug.\n`
      : `${name} is a Release build: with justMyCode breakpoints in it are never verified. Launch with "justMyCode": false (some lines are still never reached), or build it as Debug.\n`,
  )
}
