import { listIn, objectIn, type JsonObject } from '@dapplex/protocol'
import type { BenchClient } from './bench-client.js'

const WIDE_STACK = 20

/** `next`, until the program has stopped. */
export async function plainStep(editor: BenchClient): Promise<void> {
  const stopped = editor.event('stopped')
  await editor.request('next', { threadId: editor.stoppedThread })
  await stopped
}

/** An editor's step: `next`, and when the program has stopped, the stack, the scopes of the top frame and the variables of the first. */
export async function editorStep(editor: BenchClient): Promise<void> {
  await plainStep(editor)
  const [, stack] = await Promise.all([
    editor.request('threads'),
    editor.request('stackTrace', { threadId: editor.stoppedThread, startFrame: 0, levels: WIDE_STACK }),
  ])
  const [frame] = rows(stack, 'stackFrames')
  const scopes = await editor.request('scopes', { frameId: frame?.['id'] })
  const [scope] = rows(scopes, 'scopes')
  await editor.request('variables', { variablesReference: scope?.['variablesReference'] })
}

const rows = (answer: JsonObject, key: string): readonly JsonObject[] => listIn(objectIn(answer, 'body') ?? {}, key)
