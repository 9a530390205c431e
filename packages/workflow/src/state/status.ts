/** Status of a node; a terminal one never changes (workflow 1). */
export type WorkflowStatus = 'idle' | 'running' | 'completed' | 'failed' | 'cancelled'

const next: Readonly<Record<WorkflowStatus, readonly WorkflowStatus[]>> = {
  idle: ['running', 'completed', 'failed', 'cancelled'],
  running: ['idle', 'completed', 'failed', 'cancelled'],
  completed: [],
  failed: [],
  cancelled: [],
}

export const isStatus = (value: unknown): value is WorkflowStatus =>
  typeof value === 'string' && Object.hasOwn(next, value)
export const canBecome = (from: WorkflowStatus, to: WorkflowStatus): boolean => next[from].includes(to)
export const isTerminal = (status: WorkflowStatus): boolean => next[status].length === 0
