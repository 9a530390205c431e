import { existsSync } from 'node:fs'
import { basename } from 'node:path'
import type { DebugProtocol as Dap } from '@vscode/debugprotocol'
import type { Debugger } from '../inspector/methods.js'
import { RequestFailure } from '../dap/request-failure.js'
import { isInjectedFile } from '../injected/injected-files.js'
import { filePathOf, isInternalUrl } from './source-location.js'
import { realPathOf } from './url-pattern.js'

export interface Script {
  readonly id: string
  readonly url: string
  /** The file, where it is one. */
  readonly path: string | undefined
  /** Code of Node itself, or a file of the adapter that the program has loaded. */
  readonly isInternal: boolean
  readonly contextId: number
  readonly sourceMapUrl: string | undefined
}

/** How many scripts without a name are remembered: every evaluation makes one, a condition one for each hit. */
const NAMELESS_LIMIT = 1_000

/** Every script that the program has loaded, and how the client sees it. */
export class Scripts {
  readonly #byId = new Map<string, Script>()
  readonly #byPath = new Map<string, Script>()
  /** Ids of scripts without a name, oldest first. */
  readonly #nameless: string[] = []
  /** A script gets its source reference when it is first shown, and keeps it for the life of the adapter. */
  readonly #references = new Map<string, number>()

  add(parsed: Debugger.ScriptParsedEventDataType): Script {
    const { scriptId, url, sourceMapURL, executionContextId } = parsed
    const path = filePathOf(url)
    const script: Script = {
      id: scriptId,
      url,
      path,
      isInternal: isInternalUrl(url) || (path !== undefined && isInjectedFile(path)),
      contextId: executionContextId,
      sourceMapUrl: sourceMapURL === undefined || sourceMapURL === '' ? undefined : sourceMapURL,
    }
    this.#byId.set(scriptId, script)
    if (path !== undefined) this.#byPath.set(path, script)
    if (url === '') this.#forgetOldest(scriptId)
    return script
  }

  get(scriptId: string): Script | undefined {
    return this.#byId.get(scriptId)
  }

  /** The last one loaded from a file. */
  atPath(path: string): Script | undefined {
    return this.#byPath.get(path) ?? this.#byPath.get(realPathOf(path))
  }

  /** @throws RequestFailure for a number that was never handed out */
  atReference(reference: number): Script {
    for (const [id, known] of this.#references) {
      const script = known === reference ? this.#byId.get(id) : undefined
      if (script !== undefined) return script
    }
    throw new RequestFailure(`there is no source with sourceReference ${reference}`)
  }

  /** The scripts that have a name, Node's own left out. */
  named(): Script[] {
    return [...this.#byId.values()].filter((script) => script.url !== '' && !script.isInternal)
  }

  sourceOf(script: Script): Dap.Source {
    const { path, url, isInternal } = script
    if (path !== undefined && existsSync(path)) return { name: basename(path), path }
    const sourceReference = this.#referenceOf(script)
    if (path !== undefined) return { name: basename(path), path, sourceReference, origin: 'not on this machine' }
    if (isInternal) {
      return { name: url, sourceReference, presentationHint: 'deemphasize', origin: "Node's own code" }
    }
    return { name: url === '' ? `<evaluated code ${script.id}>` : url, sourceReference, origin: 'evaluated code' }
  }

  #forgetOldest(added: string): void {
    this.#nameless.push(added)
    const oldest = this.#nameless.length > NAMELESS_LIMIT ? this.#nameless.shift() : undefined
    if (oldest !== undefined) this.#byId.delete(oldest)
  }

  #referenceOf({ id }: Script): number {
    const known = this.#references.get(id) ?? this.#references.size + 1
    this.#references.set(id, known)
    return known
  }
}
