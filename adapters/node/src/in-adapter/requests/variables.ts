import type { Fields } from '@dapplex/protocol/dap'
import type { PausedCallFrame } from '../inspector/methods.js'
import { RequestFailure } from '../dap/request-failure.js'
import type { Target } from '../target/target.js'
import { topCall } from '../stops/stop.js'
import { assign } from '../evaluate/assign.js'
import { readChildren } from '../variables/children.js'
import { containerOf, describeChild, describeValue, type Container } from '../variables/container.js'
import type { Page } from '../variables/paging.js'
import { memberPath } from '../variables/path.js'
import { free, ordered, type RequestTable } from './request-table.js'
import { textLimitOf } from './text-limit.js'

/** @throws RequestFailure for what is no page */
function readPage(args: Fields): Page {
  const filter = args.textOr('filter')
  if (filter !== undefined && filter !== 'indexed' && filter !== 'named') {
    throw new RequestFailure(`variables: filter must be indexed or named, not "${filter}"`)
  }
  // DAP: a count of 0 is all of them.
  const count = args.numberOr('count')
  return {
    filter,
    start: Math.max(0, args.numberOr('start') ?? 0),
    count: count === undefined || count <= 0 ? undefined : count,
  }
}

/** The call in which a container's expressions are evaluated. */
function callOf(container: Container): PausedCallFrame | undefined {
  switch (container.kind) {
    case 'range':
      return container.of.call
    case 'entry':
      return container.entry.call
    case 'getter':
      return container.getter.call
    case 'object':
    case 'scope':
    case 'list':
      return container.call
  }
}

/** The expression of a child that has been set. */
function pathOf(container: Container, name: string): string | undefined {
  switch (container.kind) {
    case 'scope':
      return name
    case 'object':
      return memberPath(container.path, name)
    case 'range':
      return memberPath(container.of.path, name)
    case 'getter':
      return container.child.path
    case 'entry':
    case 'list':
      return undefined
  }
}

/** A call belongs to one stop. Values found while the program ran are evaluated at the current stop, if there is one. */
const currentCall = ({ pauses }: Target, container: Container): PausedCallFrame | undefined =>
  callOf(container) ?? (pauses.stop && topCall(pauses.stop))

export const variableRequests: RequestTable = {
  variables: free(async (target, args) => {
    const { references } = target
    const container = references.get(args.number('variablesReference'))
    const { connection, evaluator, scopeValues } = target
    const textLimit = textLimitOf(args)
    const reader = { connection, evaluator, scopeValues, textLimit }
    const children = await readChildren(reader, container, readPage(args))
    const call = callOf(container)
    await references.learn(children.flatMap(({ content }) => (content.kind === 'value' ? [content.value] : [])))
    return { variables: children.map((child) => describeChild(child, { call, references, textLimit })) }
  }),

  setVariable: ordered(async (target, args) => {
    const { references } = target
    const container = references.get(args.number('variablesReference'))
    const name = args.text('name')
    const call = currentCall(target, container)
    target.scopeValues = 'touched'
    const value = await assign(target, { container, name, value: args.text('value'), call })
    await references.learn([value])
    return describeValue(value, { container: containerOf(value, { path: pathOf(container, name), call }), references })
  }),
}
