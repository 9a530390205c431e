import type { RecordWriter } from '../state/record-writer.js'
import { namingMembers } from '../redaction/redact.js'
import { visibleNode } from './introspection.js'
import { isTerminal, type WorkflowStatus } from '../state/status.js'
import type { WorkflowOptions } from './workflow-options.js'
import { limitOutput, limitReply } from '../state/output-limit.js'
import type { OutputBody, StoredOutput } from '../state/output.js'

export type NewOutput = Omit<OutputBody, 'truncated' | 'redactions' | 'untrusted'>

/** One output as it is shown, with the node it is filed at. */
export interface PriorOutput {
  readonly seq: number
  readonly nodeId: string
  readonly nodeName: string
  readonly status: WorkflowStatus
  readonly output: OutputBody
}

export interface PriorOutputs {
  readonly outputs: PriorOutput[]
  readonly totalAvailable: number
  readonly nextCursor?: string
}

export interface OutputQuery {
  readonly from: string
  readonly nodeId?: string
  /** 0..100. */
  readonly count: number
  /** Only outputs older than the one with this seq. */
  readonly before?: number
}

/** Files and lists outputs: redacted first, then cut (workflow 21). */
export class Outputs {
  constructor(
    private readonly writer: RecordWriter,
    private readonly options: WorkflowOptions,
  ) {}

  record(nodeId: string, output: NewOutput, sessionNodeId?: string): StoredOutput {
    const parts = { params: output.params, value: output.value, error: output.error }
    // A value that was asked for by a sensitive name is hidden whole: the answer does not repeat the name.
    const named = { ...namingMembers(output.params), ...withoutUndefined(parts) }
    const { value, count } = this.options.redact(named)
    const shown = {
      ...output,
      ...pick(value as typeof parts),
      truncated: false,
      redactions: count,
      untrusted: true,
    } as const
    const body = limitOutput(shown)
    const stored: StoredOutput = {
      seq: this.writer.state.seq + 1,
      nodeId,
      ...(sessionNodeId === undefined ? {} : { sessionNodeId }),
      output: body,
    }
    this.writer.write(this.options.now(), { type: 'output', output: stored })
    return stored
  }

  /** Without `nodeId`: the node at `from`, all below it, and its ended siblings. Errors: NODE_NOT_FOUND. */
  prior({ from, nodeId, count, before = Infinity }: OutputQuery): PriorOutputs {
    const { tree, outputs } = this.writer.state
    const nodes = nodeId === undefined ? this.#own(from) : [visibleNode(tree, { from, id: nodeId }).id]
    const all = outputs.newest(nodes)
    const rest = all.filter((seq) => seq < before)
    const shown = limitReply(rest.slice(0, count).flatMap((seq) => outputs.get(seq) ?? []))
    const last = shown.at(-1)
    return {
      outputs: shown.map(({ seq, nodeId: at, output }) => {
        const node = tree.get(at)
        return { seq, nodeId: at, nodeName: node?.name ?? at, status: node?.status ?? 'completed', output }
      }),
      totalAvailable: all.length,
      ...(last !== undefined && shown.length < rest.length ? { nextCursor: String(last.seq) } : {}),
    }
  }

  #own(from: string): string[] {
    const { tree } = this.writer.state
    const endedSiblings = tree.siblings(from).filter((node) => isTerminal(node.status))
    return [...tree.subtree(from), ...endedSiblings].map((node) => node.id)
  }
}

const pick = ({ params, value, error }: Readonly<Record<'params' | 'value' | 'error', unknown>>) =>
  withoutUndefined({ params, value, error })

function withoutUndefined(parts: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(parts).filter(([, part]) => part !== undefined))
}
