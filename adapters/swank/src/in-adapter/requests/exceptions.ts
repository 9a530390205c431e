import type { Arguments } from '../dap/arguments.js'
import { list, quote } from '../sexp/form.js'
import type { Form } from '../sexp/form.js'
import type { Handlers, Shim } from '../session/shim.js'

export function exceptionHandlers(shim: Shim): Handlers {
  return {
    setExceptionBreakpoints: async (args) => {
      const specs = [
        ...args.texts('filters').map((filter) => ({ filter, condition: undefined })),
        ...args
          .objects('filterOptions')
          .map((option) => ({ filter: option.text('filterId'), condition: option.textOr('condition') })),
      ]
      const answers = specs.map(({ filter, condition }) => decodeFilter(filter, condition))
      const types = answers.flatMap((answer) => (answer.kind === 'type' ? [list(answer.type, null)] : []))
      const uncaught = specs.some(({ filter }) => filter === 'uncaught')
      const attached = shim.connection.target.kind === 'attached'
      await shim.helper.call('set-exception-filters', [quote(list(...types)), uncaught || null])
      return {
        breakpoints: answers.map((answer) =>
          answer.kind === 'refused'
            ? { verified: false, message: answer.why }
            : { verified: true, ...(answer.kind === 'uncaught' && attached ? { message: uncaughtInAttached } : {}) },
        ),
      }
    },
    exceptionInfo: (args) => exceptionInfo(shim, args),
  }
}

const uncaughtInAttached =
  'In an attached image: errors in threads that belong to no other Swank client. While this filter is off they go to another client, if there is one'

type Filter =
  | { readonly kind: 'uncaught' }
  | { readonly kind: 'type'; readonly type: string }
  | { readonly kind: 'refused'; readonly why: string }

function decodeFilter(filter: string, condition: string | undefined): Filter {
  switch (filter) {
    case 'uncaught':
      return { kind: 'uncaught' }
    case 'error':
    case 'warning':
      return { kind: 'type', type: condition ? `(cl:and cl:${filter} ${condition})` : `cl:${filter}` }
    case 'condition':
      return condition
        ? { kind: 'type', type: condition }
        : { kind: 'refused', why: 'This filter needs a condition type' }
    default:
      return { kind: 'refused', why: `There is no filter ${filter}` }
  }
}

interface RestartFacts {
  readonly index: number
  readonly name: string
  readonly description: string
}

async function exceptionInfo(shim: Shim, args: Arguments): Promise<unknown> {
  const thread = args.int('threadId')
  const info = shim.stops.of(thread)
  if (!info.condition) throw new Error(`Thread ${thread} stopped for ${info.reason}, not for an exception`)
  const request: Form[] = [info.level]
  const details = await shim.helper.call<{ stack: string; restarts: RestartFacts[] }>(
    'exception-details',
    request,
    thread,
  )
  return {
    exceptionId: info.condition.type,
    description: info.condition.message,
    breakMode: info.reason === 'signalled' ? 'always' : 'unhandled',
    details: {
      message: info.condition.message,
      typeName: info.condition.type,
      fullTypeName: info.condition.class_precedence.join(' < '),
      stackTrace: details.stack,
      restarts: details.restarts,
    },
  }
}
