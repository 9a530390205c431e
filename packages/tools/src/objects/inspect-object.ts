import { surface, type InspectedElement, type ToolResult } from '@dapplex/protocol'
import type { SessionCall } from '../call/call.js'
import { subjectOf } from '../stop/subject.js'
import { implement, memoized } from '../call/tool.js'
import { present } from '../result/present.js'
import { cut } from '../text/cut.js'
import { collectionText } from '../variables/collection-text.js'
import { issueObject } from '../variables/issue-object.js'
import { findObject, variableOf, type FoundObject } from './find-object.js'
import { kindOf } from './kind-of.js'
import { readTree, type Node, type TreeLimits } from './read-tree.js'
import { servedObject } from './served-object.js'
import { servedOrGeneral } from './served-or-general.js'
import { whileAlive } from './while-alive.js'

type Result = ToolResult<'inspect_object'>

/** Longest value of one element, in characters. */
const LONGEST = 1000

const read = implement(surface.inspect_object, async (params, call) => {
  const found = findObject(call, params.id)
  const { max_depth: depth, max_elements: most, start } = params
  const limits = { depth, page: { start, count: most }, membersEach: most }
  return servedOrGeneral(found.on, 'dapplex_inspectObject', {
    served: () => servedObject(found, limits),
    general: () => whileAlive(found, () => inspectGenerally(found, limits)),
  })
})

export const inspectObject = memoized(surface.inspect_object, read, async (params, call) =>
  Promise.resolve(subjectOf(findObject(call, params.id).on, params)),
)

/** Works with any adapter: reads the members that it lists as variables. */
async function inspectGenerally({ on, entry }: FoundObject, limits: TreeLimits): Promise<Result> {
  const root = variableOf(entry)
  const tree = await readTree(on, root, limits)
  const elements = []
  for (const child of tree.children ?? []) elements.push(await elementOf(on, child))
  const isCut = (node: Node): boolean => node.hasMore || (node.children ?? []).some(isCut)
  return present({
    type: 'OBJECT' as const,
    kind: kindOf(root),
    description: cut(await collectionText(on, root), LONGEST).text,
    type_name: root.type ?? '',
    elements,
    total_elements: tree.total ?? elements.length,
    truncated: isCut(tree) ? (true as const) : undefined,
  })
}

async function elementOf(on: SessionCall, node: Node): Promise<InspectedElement> {
  const { variable, children, total, hasMore, isCircular } = node
  const shown = cut(await collectionText(on, variable), LONGEST)
  const elements = []
  for (const child of children ?? []) elements.push(await elementOf(on, child))
  return present({
    name: variable.name,
    value: shown.text,
    object_id: issueObject(on, variable, 'frame'),
    type_name: variable.type,
    elements: children === undefined ? undefined : elements,
    total_elements: children === undefined ? undefined : total,
    circular: isCircular ? (true as const) : undefined,
    truncated: shown.isCut || hasMore ? (true as const) : undefined,
  })
}
