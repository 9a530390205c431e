import type { z } from 'zod'
import { breakpointRequests } from './breakpoints.js'
import { changeRequests } from './changes.js'
import { controlRequests } from './control.js'
import { definitionRequests } from './definitions.js'
import type { RequestDefinition } from './definition.js'
import { executionRequests } from './execution.js'
import { inspectionRequests } from './inspection.js'
import { jobRequests } from './jobs.js'
import { lifecycleRequests } from './lifecycle.js'
import { lispRequests } from './lisp.js'
import { memoryRequests } from './memory.js'
import { messageRequests } from './messages.js'
import { objectRequests } from './objects.js'
import { recordingRequests } from './recording.js'
import { replayRequests } from './replay.js'
import { sessionRequests } from './session.js'
import { steppingRequests } from './stepping.js'
import { typeRequests } from './types.js'

/** The requests that a client sends, of DAP 1.68. */
export const standardCatalogue = {
  ...lifecycleRequests,
  ...breakpointRequests,
  ...executionRequests,
  ...inspectionRequests,
  ...memoryRequests,
}

/** The requests of dapplex that adapters serve, by area. An adapter serves whole areas, or names what it leaves out. */
export const servedAreas = {
  objects: objectRequests,
  definitions: definitionRequests,
  types: typeRequests,
  lisp: lispRequests,
  recording: recordingRequests,
  stepping: steppingRequests,
  changes: changeRequests,
  replay: replayRequests,
}
export type ServedArea = keyof typeof servedAreas

export const servedCatalogue = {
  ...objectRequests,
  ...definitionRequests,
  ...typeRequests,
  ...lispRequests,
  ...recordingRequests,
  ...steppingRequests,
  ...changeRequests,
  ...replayRequests,
}

/** The requests of dapplex that the front door and the core answer themselves. */
export const coreCatalogue = { ...sessionRequests, ...controlRequests, ...messageRequests, ...jobRequests }

/** Every request: of DAP, served by adapters, and answered by the multiplexer. */
export const requestCatalogue = { ...standardCatalogue, ...servedCatalogue, ...coreCatalogue }

export type RequestName = keyof typeof requestCatalogue
export type ServedName = keyof typeof servedCatalogue
export type RequestParams<N extends RequestName> = z.input<(typeof requestCatalogue)[N]['params']>
export type RequestResult<N extends RequestName> = z.output<(typeof requestCatalogue)[N]['result']>

/** The definition of a request; undefined for one that neither DAP nor dapplex knows. */
export const requestNamed = (command: string): RequestDefinition | undefined => requestsByName.get(command)

const requestsByName: ReadonlyMap<string, RequestDefinition> = new Map(Object.entries(requestCatalogue))

export const isServedName = (command: string): command is ServedName => Object.hasOwn(servedCatalogue, command)

/** The names of the requests in these areas: what an adapter's `traits.serves` says. */
export const servedIn = (...areas: readonly ServedArea[]): ServedName[] =>
  areas.flatMap((area) => Object.keys(servedAreas[area]) as ServedName[])
