import type { JsonObject } from '@dapplex/protocol'
import type { Session } from '../../state/session.js'
import { uriToPath } from '../conventions/paths.js'

/** One key for all spellings of a source: path or URI, letter case, symbolic links (mux 1). */
export function sourceKey(session: Session, source: JsonObject): string {
  const { path, sourceReference, name } = source
  if (typeof sourceReference === 'number' && sourceReference > 0) return `ref:${sourceReference}`
  if (typeof path === 'string') return `path:${session.options.normalizePath(uriToPath(path))}`
  return `name:${typeof name === 'string' ? name : ''}`
}
