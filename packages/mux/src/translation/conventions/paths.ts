/** `/a b.py` ↔ `file:///a%20b.py`, `C:\x` ↔ `file:///C:/x`, `\\host\x` ↔ `file://host/x`. Pure: no file is looked at (mux 8). */
export function pathToUri(path: string): string {
  if (isUri(path)) return path
  const slashed = path.replaceAll('\\', '/')
  const isWindows = /^[a-zA-Z]:\//.test(slashed)
  const text = isWindows || slashed.startsWith('//') ? slashed : path
  const encoded = text.split('/').map(encodePart).join('/')
  if (encoded.startsWith('//')) return `file:${encoded}`
  return encoded.startsWith('/') ? `file://${encoded}` : `file:///${encoded}`
}

/** The way back; a URI of another scheme stays as it is. */
export function uriToPath(uri: string): string {
  const match = /^file:\/\/([^/]*)(\/.*)?$/.exec(uri)
  if (match === null) return uri
  const host = match[1] ?? ''
  const path = decodeAll(match[2] ?? '/')
  if (host !== '' && host !== 'localhost') return `\\\\${host}${path.replaceAll('/', '\\')}`
  return /^\/[a-zA-Z]:(\/|$)/.test(path) ? path.slice(1).replaceAll('/', '\\') : path
}

const isUri = (text: string): boolean => /^[a-zA-Z][a-zA-Z0-9+.-]+:\/\//.test(text)

const encodePart = (part: string): string => (/^[a-zA-Z]:$/.test(part) ? part : encodeWellFormed(part))

/** A lone surrogate cannot be encoded; it becomes U+FFFD, as in any UTF-8 encoder. */
const encodeWellFormed = (part: string): string =>
  encodeURIComponent(part.replace(/[\uD800-\uDBFF](?![\uDC00-\uDFFF])|(?<![\uD800-\uDBFF])[\uDC00-\uDFFF]/g, '\uFFFD'))

function decodeAll(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
