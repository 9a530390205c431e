import { extname } from 'node:path'
import type { LanguageFn } from 'highlight.js'
import colors from 'picocolors'
import { escapeText } from '../output/escape-text.js'
import type { createLowlight as CreateLowlight } from './lowlight.js'

/** A grammar of highlight.js by the ending of a file's name; they are loaded when the first source of a language is shown. */
const GRAMMARS: Readonly<Record<string, () => Promise<{ default: LanguageFn }>>> = {
  '.py': () => import('highlight.js/lib/languages/python'),
  '.js': () => import('highlight.js/lib/languages/javascript'),
  '.mjs': () => import('highlight.js/lib/languages/javascript'),
  '.cjs': () => import('highlight.js/lib/languages/javascript'),
  '.ts': () => import('highlight.js/lib/languages/typescript'),
  '.cs': () => import('highlight.js/lib/languages/csharp'),
  '.go': () => import('highlight.js/lib/languages/go'),
  '.lisp': () => import('highlight.js/lib/languages/lisp'),
  '.lsp': () => import('highlight.js/lib/languages/lisp'),
  '.c': () => import('highlight.js/lib/languages/c'),
  '.h': () => import('highlight.js/lib/languages/c'),
  '.cc': () => import('highlight.js/lib/languages/cpp'),
  '.cpp': () => import('highlight.js/lib/languages/cpp'),
  '.rs': () => import('highlight.js/lib/languages/rust'),
}

const ink = colors.createColors(true)
/** The colour of a scope of highlight.js; a scope that is not here is shown plainly. */
const INKS: Readonly<Record<string, (text: string) => string>> = {
  'hljs-keyword': ink.magenta,
  'hljs-built_in': ink.cyan,
  'hljs-type': ink.cyan,
  'hljs-literal': ink.yellow,
  'hljs-number': ink.yellow,
  'hljs-symbol': ink.yellow,
  'hljs-string': ink.green,
  'hljs-regexp': ink.green,
  'hljs-comment': ink.gray,
  'hljs-title': ink.blue,
}

/**
 * Lines of source with colours for a terminal, escaped. A file whose language is not known keeps its plain text. Only these
 * lines are read: inside a long comment or string that began above them the colours may be wrong.
 */
export async function highlightLines(lines: readonly string[], file: string): Promise<string[]> {
  const load = GRAMMARS[extname(file).toLowerCase()]
  if (load === undefined) return lines.map(escapeText)
  const [{ createLowlight }, { default: grammar }] = await Promise.all([import('./lowlight.js'), load()])
  const tree = createLowlight({ source: grammar }).highlight('source', lines.join('\n'))
  return tree.children
    .map((node) => painted(node, plain))
    .join('')
    .split('\n')
}

type Tree = ReturnType<ReturnType<typeof CreateLowlight>['highlight']>
type TreeNode = Tree['children'][number]
type Ink = (text: string) => string

const plain: Ink = (text) => text

/** A colour begins and ends on each line, so that a line stands by itself. */
function painted(node: TreeNode, outer: Ink): string {
  if (node.type === 'text')
    return node.value
      .split('\n')
      .map((piece) => (piece === '' ? '' : outer(escapeText(piece))))
      .join('\n')
  if (node.type !== 'element') return ''
  const inner = inkOf(node.properties['className']) ?? outer
  return node.children.map((child) => painted(child, inner)).join('')
}

function inkOf(names: unknown): Ink | undefined {
  if (!Array.isArray(names)) return undefined
  return names.flatMap((name: unknown) => (typeof name === 'string' ? (INKS[name] ?? []) : []))[0]
}
