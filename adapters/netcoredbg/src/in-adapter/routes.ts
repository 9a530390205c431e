import type { JsonObject } from '@dapplex/protocol'
import type { Debuggee } from './debuggee/debuggee.js'
import { evaluate, objectId } from './requests/evaluate.js'
import { exceptionInfo } from './requests/exception-info.js'
import { loadedSources, modules, source } from './requests/modules.js'
import { inspectObject, inspectSlot, objectInspect, objectsRelease, references } from './requests/objects.js'
import * as program from './requests/program.js'
import { setExpression, setVariable } from './requests/set.js'
import { stepLines, steppedLines } from './requests/step-lines.js'
import { stackTrace } from './requests/stack-trace.js'
import { threadsWaiting } from './requests/threads-waiting.js'
import { scopes, variables } from './requests/variables.js'

/** Answers a request with the body of a success; throws ShimError, ThrownInProgram or RequestFailed. */
export type Handler = (args: JsonObject, debuggee: Debuggee) => Promise<unknown>

/** What the shim needs to answer a request. Without it, a DAP request goes to netcoredbg, and a `dapplex_*` request is refused. */
export type Needs = 'nothing' | 'inspector' | 'readable-values'

interface Route {
  readonly needs: Needs
  readonly run: Handler
}

const dapplexRequest = (run: Handler): Route => ({ needs: 'inspector', run })

/** The requests that the shim answers. All others go to netcoredbg. */
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
  dapplex_stepLines: { needs: 'readable-values', run: stepLines },
  dapplex_steppedLines: { needs: 'nothing', run: steppedLines },
  dapplex_objectId: dapplexRequest(objectId),
  dapplex_objectInspect: dapplexRequest(objectInspect),
  dapplex_inspectObject: dapplexRequest(inspectObject),
  dapplex_inspectSlot: dapplexRequest(inspectSlot),
  dapplex_objectsRelease: dapplexRequest(objectsRelease),
  dapplex_references: dapplexRequest(references),
  dapplex_inspectClass: dapplexRequest(program.inspectClass),
  dapplex_inspectFunction: dapplexRequest(program.inspectFunction),
  dapplex_inspectPackage: dapplexRequest(program.inspectPackage),
  dapplex_types: dapplexRequest(program.types),
  dapplex_members: dapplexRequest(program.members),
  dapplex_layout: dapplexRequest(program.layout),
  dapplex_instances: dapplexRequest(program.instances),
  dapplex_modulesSearch: dapplexRequest(program.modulesSearch),
}
