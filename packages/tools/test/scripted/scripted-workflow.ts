import type { CallOutcome, WorkflowCall, WorkflowPort } from '../../src/index.js'

/** A place in no tree: every call is run, nothing is kept; what would be filed stands in `outcomes`. */
export class ScriptedWorkflow implements WorkflowPort {
  readonly outcomes: CallOutcome[] = []
  /** Parameters of inspections that could have come from the cache. */
  readonly inspections: Readonly<Record<string, unknown>>[] = []
  readonly asked: { readonly tool: string; readonly nodeId: string | undefined }[] = []

  open(tool: { readonly name: string }, nodeId: string | undefined): WorkflowCall {
    this.asked.push({ tool: tool.name, nodeId })
    const call: Partial<WorkflowCall> = {
      place: { nodeId: 'nowhere', origin: 'launched' },
      finished: (outcome) => {
        this.outcomes.push(outcome)
        return Promise.resolve()
      },
      recall: ({ params }) => {
        this.inspections.push(params)
        const keep = async (computing: Promise<object>) => ({ value: await computing, cache: undefined })
        return Promise.resolve({ kind: 'missing', keep })
      },
      objectsReleased: () => undefined,
    }
    return call as WorkflowCall
  }
}
