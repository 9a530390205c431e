import type {
  CallOutcome,
  CallPlace,
  CallSurroundings,
  Inspection,
  RecalledInspection,
  WorkflowCall as WorkflowCallPort,
} from '@dapplex/tools'
import { fileFailure, rpcError, type ToolDefinition, type ToolError } from '@dapplex/protocol'
import type { Memoized } from '@dapplex/workflow'
import { CallPosition, type CallParts } from './call-position.js'
import { fileOutcome } from './file-outcome.js'
import { toolBodies } from './tool-bodies.js'

/** One call where it stands in the tree. */
export class WorkflowCall implements WorkflowCallPort {
  readonly #parts: CallParts
  readonly #position: CallPosition

  constructor(parts: CallParts, nodeId: string) {
    this.#parts = parts
    this.#position = new CallPosition(parts, nodeId)
  }

  get place(): CallPlace {
    return { nodeId: this.#position.nodeId, origin: 'launched' }
  }

  async run(params: unknown, surroundings: CallSurroundings): Promise<object> {
    const { name } = this.#parts.tool
    const body = toolBodies.get(name)
    if (body === undefined) throw new Error(`the tool ${name} has no implementation`)
    return body(params as never, this.#position, surroundings)
  }

  async recall({ session, params }: Inspection): Promise<RecalledInspection> {
    const { host, tool } = this.#parts
    if (!host.standsStill(session.id))
      return { kind: 'missing', keep: async (computing) => ({ value: await computing, cache: undefined }) }
    const recalled = await host.memoizer.recall({ session: session.id, method: tool.name, params })
    if (recalled.kind === 'kept') return { kind: 'kept', ...inspected(recalled.answer) }
    return { kind: 'missing', keep: async (computing) => inspected(await recalled.keep(computing)) }
  }

  async finished(outcome: CallOutcome): Promise<void> {
    const { host } = this.#parts
    fileOutcome(this.#parts, outcome, this.#position.filedAt)
    host.compactWhenLong()
    try {
      await host.synced()
    } catch (error) {
      // Whoever debugs goes on: the disk is told in the log. What is written into the tree is written, or refused.
      if (writesTree(this.#parts.tool)) throw notWritten(error)
    }
  }

  objectsReleased(sessionIds: readonly string[]): void {
    for (const id of sessionIds) this.#parts.host.epochs.move(id, 'released')
  }
}

const writesTree = ({ group, annotations }: ToolDefinition): boolean => group === 'workflow' && !annotations.readOnly

const notWritten = (error: unknown): ToolError =>
  rpcError('INTERNAL', `The workflow tree cannot be written: ${fileFailure(error)}. Then call again`)

const inspected = ({ value, cache }: Memoized) => ({ value: value as object, cache })
