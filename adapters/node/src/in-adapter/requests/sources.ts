import { RequestFailure } from '../dap/request-failure.js'
import { isInjectedCode } from '../injected/injected-names.js'
import { readSource } from './breakpoints.js'
import { free, type RequestTable } from './request-table.js'

export const sourceRequests: RequestTable = {
  source: free(async ({ scripts, connection }, args) => {
    const { sourceReference, path } = readSource(args)
    const script = sourceReference === undefined ? path && scripts.atPath(path) : scripts.atReference(sourceReference)
    if (script === undefined || script === '') {
      throw new RequestFailure(`${path ?? 'this source'} is not loaded in the program: read the file itself`)
    }
    const { scriptSource } = await connection.send('Debugger.getScriptSource', { scriptId: script.id })
    return { content: scriptSource, mimeType: 'text/javascript' }
  }),

  loadedSources: free(({ scripts }) => {
    const shown = scripts.named().filter(({ url }) => !isInjectedCode(url))
    return Promise.resolve({ sources: shown.map((script) => scripts.sourceOf(script)) })
  }),
}
