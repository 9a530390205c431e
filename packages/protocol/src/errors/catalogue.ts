import type { z } from 'zod'
import { accessErrors } from './catalogue/access.js'
import { breakpointErrors } from './catalogue/breakpoint.js'
import { inspectionErrors } from './catalogue/inspection.js'
import { sessionErrors } from './catalogue/session.js'
import { stateErrors } from './catalogue/state.js'
import { testErrors } from './catalogue/tests.js'
import { workflowErrors } from './catalogue/workflow.js'

/** Every domain error that something raises, in the order of the reference (surface, "All error types"). */
export const errorCatalogue = {
  ...sessionErrors,
  ...stateErrors,
  ...breakpointErrors,
  ...inspectionErrors,
  ...testErrors,
  ...workflowErrors,
  ...accessErrors,
}

export type ErrorType = keyof typeof errorCatalogue
export type ErrorData<T extends ErrorType> = z.infer<(typeof errorCatalogue)[T]['data']>
