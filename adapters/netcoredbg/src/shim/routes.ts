import type { JsonObject } from '@dapplex/protocol'
import type { Debuggee } from './debuggee.js'
import { evaluate, objectId } from './requests/evaluate.js'
import { exceptionInfo } from './requests/exception-info.js'
import { loadedSources, modules, source } from './requests/modules.js'
import { inspectObject, inspectSlot, objectInspect, objectsRelease, references } from './requests/objects.js'
import * as program from './requests/program.js'
import { setExpression, setVariable } from './requests/set.js'
import { stackTrace } from './requests/stack-trace.js'
import { threadsWaiting } from './requests/threads-waiting.js'
import { scopes, variables } from './requests/variables.js'

/** Answers a request with the body of a success; throws ShimError, ThrownInProgram or RequestFailed. */
export type Handler = (args: JsonObject, debuggee: Debuggee) => Promise<unknown>

/** What a request needs to be ours; without it standard ones pass to netcoredbg, and our own are refused. */
export type Needs = 'nothing' | 'inspector' | 'readable-values'

interface Route {
  readonly needs: Needs
  readonly run: Handler
}

const own = (run: Handler): Route => ({ needs: 'inspector', run })

/** The requests that the shim answers itself. Everything else passes. */
export const routes: Readonly<Record<string, Route>> = {
  modules: { needs: 'nothing', run: modules },
  loadedSources: { needs: 'nothing', run: loadedSources },
  source: { needs: 'nothing', run: source },
  dapplex_threadsWaiting: { needs: 'nothing', run: threadsWaiting },
  stackTrace: { needs: 'nothing', run: stackTrace },
  scopes: { needs: 'readable-values', run: scopes },
  variables: { needs: 'readable-values', run: variables },
  setVariable: { needs: 'readable-values', run: setVariable },
  evaluate: { needs: 'inspector', run: evaluate },
  setExpression: { needs: 'readable-values', run: setExpression },
  exceptionInfo: { needs: 'readable-values', run: exceptionInfo },
  dapplex_objectId: own(objectId),
  dapplex_objectInspect: own(objectInspect),
  dapplex_inspectObject: own(inspectObject),
  dapplex_inspectSlot: own(inspectSlot),
  dapplex_objectsRelease: own(objectsRelease),
  dapplex_references: own(references),
  dapplex_inspectClass: own(program.inspectClass),
  dapplex_inspectFunction: own(program.inspectFunction),
  dapplex_inspectPackage: own(program.inspectPackage),
  dapplex_types: own(program.types),
  dapplex_members: own(program.members),
  dapplex_layout: own(program.layout),
  dapplex_instances: own(program.instances),
  dapplex_modulesSearch: own(program.modulesSearch),
}
