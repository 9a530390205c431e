import type { ToolResult } from '@dapplex/protocol'
import { escapeText, shown } from '../output/escape-text.js'
import { inksOfOutput } from '../output/paint.js'

type Tree = ToolResult<'workflow_tree'>
type Row = Tree['nodes'][number]

const ink = inksOfOutput()
const COLOURS: Readonly<Record<Row['status'], (text: string) => string>> = {
  idle: ink.dim,
  running: ink.cyan,
  completed: ink.green,
  failed: ink.red,
  cancelled: ink.yellow,
}

/** The tree as lines: one line for each node with its state and id, then the requests that wait for an answer. */
export function treeLines({ nodes, requests, truncated }: Tree, now: number): string[] {
  const known = new Set(nodes.map(({ id }) => id))
  const tops = nodes.filter(({ parentId }) => parentId === undefined || !known.has(parentId))
  return [
    ...tops.flatMap((node) => [nodeText(node), ...linesBelow(nodes, node, '')]),
    ...(truncated === true ? ['… and more'] : []),
    ...requests.flatMap((request) => requestLines(request, now)),
  ]
}

function linesBelow(nodes: Tree['nodes'], parent: Row, indent: string): string[] {
  const children = nodes.filter(({ parentId }) => parentId === parent.id)
  return children.flatMap((child, at) => {
    const isLast = at === children.length - 1
    return [
      `${indent}${isLast ? '└─' : '├─'} ${nodeText(child)}`,
      ...linesBelow(nodes, child, `${indent}${isLast ? '   ' : '│  '}`),
    ]
  })
}

function nodeText(node: Row): string {
  const { id, kind, name, status, statusMessage, sessionId, exitCode, debugState, stopEpoch } = node
  const session = kind === 'session' && sessionId !== undefined ? ` ${sessionId}` : ''
  const program =
    status === 'running' && debugState !== undefined
      ? ` (${debugState}${debugState === 'stopped' ? `, stop ${stopEpoch ?? 0}` : ''})`
      : ''
  const exit = exitCode === undefined ? '' : `, exit code ${exitCode}`
  const why = statusMessage === undefined ? '' : `: ${statusMessage}`
  return `${shown`${name}${session}`}  ${COLOURS[status](shown`${status}${program}${exit}`)}${shown`${why}`}  ${ink.dim(escapeText(id))}`
}

function requestLines(
  { requestId, requester, name, description, configuration, expiresAt }: Tree['requests'][number],
  now: number,
): string[] {
  const launch = configuration === undefined ? '' : `, to launch "${configuration}"`
  const left = expiresAt === undefined ? '' : `, ${Math.max(0, Math.round((expiresAt - now) / 1000))} s left`
  return [
    '',
    shown`${requester} asks for "${name}"${launch}${left}: ${description}`,
    shown`  dapplex call workflow_respond requestId=${requestId} action=accept   (or decline)`,
  ]
}
