import { basename } from 'node:path'
import type { DebugProtocol as Dap } from '@vscode/debugprotocol'
import type { Debuggee } from './debuggee/debuggee.js'

interface BuildKind {
  readonly optimized: boolean
  readonly symbols: boolean
}

interface Loaded {
  readonly event: Dap.ModuleEvent
  readonly tell: (text: string) => void
}

/** netcoredbg says it of each assembly of the test platform. */
export const RELEASE_BUILD = 'You are debugging a Release build of '

/**
 * Tells the user why breakpoints in a Release build are never verified. With justMyCode, netcoredbg's default, optimized code
 * does not count as the user's. After an attach they are never verified at all (measured, netcoredbg 3.1.3). netcoredbg itself
 * says nothing.
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
