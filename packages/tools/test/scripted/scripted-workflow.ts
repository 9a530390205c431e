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
      run: (body) => body(),
      finished: (outcome) => {
        this.outcomes.push(outcome)
        return Promise.resolve()
      },
      inspect: async ({ params, compute }) => {
        this.inspections.push(params)
        return { value: await compute(), cache: undefined }
      },
      objectsReleased: () => undefined,
    }
    return call as WorkflowCall
  }
}
