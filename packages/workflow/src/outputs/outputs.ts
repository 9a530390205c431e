import type { RecordWriter } from '../journal/writer.js'
import { visibleNode } from '../tree/introspection.js'
import { isTerminal } from '../tree/status.js'
import type { WorkflowOptions } from '../workflow-options.js'
import { limitOutput, limitReply } from './limit.js'
import type { OutputBody, StoredOutput } from './output.js'

export type NewOutput = Omit<OutputBody, 'truncated' | 'redactions' | 'untrusted'>

export interface OutputQuery {
  readonly from: string
  readonly nodeId?: string
  /** 0..100. */
  readonly count: number
}

/** Files and lists outputs: redacted first, then cut (workflow, "Outputs"). */
export class Outputs {
  constructor(
    private readonly writer: RecordWriter,
    private readonly options: WorkflowOptions,
  ) {}

  record(nodeId: string, output: NewOutput, sessionNodeId?: string): StoredOutput {
    const parts = { params: output.params, value: output.value, error: output.error }
    const { value, count } = this.options.redact(withoutUndefined(parts))
    const body = limitOutput({ ...output, ...(value as object), truncated: false, redactions: count, untrusted: true })
    const stored: StoredOutput = {
      seq: this.writer.state.seq + 1,
      nodeId,
      ...(sessionNodeId === undefined ? {} : { sessionNodeId }),
      output: body,
    }
    this.writer.write(this.options.now(), { type: 'output', output: stored })
    return stored
  }

  /** Without `nodeId`: the own node and all below it, and siblings that have ended. Errors: NODE_NOT_FOUND. */
  prior({ from, nodeId, count }: OutputQuery): Record<string, unknown> {
    const { tree, outputs } = this.writer.state
    const nodes = nodeId === undefined ? this.#own(from) : [visibleNode(tree, { from, id: nodeId }).id]
    const all = outputs.newest(nodes)
    const shown = limitReply(all.slice(0, count)).map(({ seq, nodeId: at, output }) => {
      const node = tree.get(at)
      return { seq, nodeId: at, nodeName: node?.name ?? at, status: node?.status ?? 'completed', output }
    })
    return { outputs: shown, totalAvailable: all.length }
  }

  #own(from: string): string[] {
    const { tree } = this.writer.state
    const endedSiblings = tree.siblings(from).filter((node) => isTerminal(node.status))
    return [...tree.subtree(from), ...endedSiblings].map((node) => node.id)
  }
}

function withoutUndefined(parts: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(parts).filter(([, part]) => part !== undefined))
}
