import type { SessionSetup } from './scripted-session.js'

/** Answers as real adapters gave them (fixtures/transcripts), each for one stopped frame. */

const netcoredbgLocals = [
  {
    evaluateName: 'this',
    name: 'this',
    namedVariables: 2,
    type: 'Shop.OrderService',
    value: '{Shop.OrderService}',
    variablesReference: 2,
  },
  {
    evaluateName: 'customer',
    name: 'customer',
    namedVariables: 8,
    type: 'Shop.Customer',
    value: '{Shop.Customer}',
    variablesReference: 3,
  },
  {
    evaluateName: 'quantities',
    name: 'quantities',
    namedVariables: 200,
    type: 'int[]',
    value: '{int[200]}',
    variablesReference: 4,
  },
  { evaluateName: 'note', name: 'note', type: 'string', value: 'null', variablesReference: 0 },
  { evaluateName: 'count', name: 'count', type: 'int', value: '200', variablesReference: 0 },
]
const netcoredbgCustomer = [
  { evaluateName: 'customer.Name', name: 'Name', type: 'string', value: '"Ada"', variablesReference: 0 },
  {
    evaluateName: 'customer.Orders',
    name: 'Orders',
    namedVariables: 13,
    type: 'System.Collections.Generic.List<Shop.Order>',
    value: '{System.Collections.Generic.List<Shop.Order>}',
    variablesReference: 8,
  },
  { evaluateName: 'customer.Id', name: 'Id', type: 'int', value: '42', variablesReference: 0 },
  {
    evaluateName: 'Shop.Customer',
    name: 'Static members',
    namedVariables: 1,
    type: '',
    value: '',
    variablesReference: 12,
  },
]
const elements = (start: number, count: number) =>
  Array.from({ length: count }, (_, i) => ({
    name: `[${start + i}]`,
    evaluateName: `quantities[${start + i}]`,
    type: 'int',
    value: String(start + i + 1),
    variablesReference: 0,
  }))

export const netcoredbg: SessionSetup = {
  traits: {
    hitBreakpointIds: false,
    presentation: {
      functionNames: 'dotted',
      stateMachineFrames: true,
      objectValues: 'type-in-braces',
      typeNames: 'csharp',
      groupRows: ['Static members'],
      waitFrames: ['^System\\.Threading\\.Thread\\.Sleep'],
    },
    evaluation: {
      failures: [
        { pattern: '^error CS\\d+', kind: 'syntax' },
        { pattern: 'CORDBG_E_ILLEGAL_AT_GC_UNSAFE_POINT', kind: 'unsafe_point' },
      ],
      thrownAsValue: true,
    },
  },
  view: {
    capabilities: { supportsSetVariable: true, supportsSetExpression: true, supportsExceptionInfoRequest: true },
    modules: [{ id: 'c889', name: 'shop.dll' }],
  },
  script: {
    threads: {
      threads: [
        { id: 1, name: 'Main Thread' },
        { id: 2, name: 'worker' },
      ],
    },
    stackTrace: ({ threadId }) =>
      threadId === 2
        ? { stackFrames: [{ id: 9, name: 'System.Threading.Thread.Sleep(int)', line: 0, column: 0 }], totalFrames: 1 }
        : {
            stackFrames: [
              {
                id: 0,
                name: 'Shop.OrderService.Sum()',
                line: 49,
                column: 9,
                moduleId: 'c889',
                source: { name: 'Program.cs', path: '/workspace/shop/Program.cs' },
              },
              {
                id: 1,
                name: 'Shop.Program.<Main>d__3.MoveNext()',
                line: 87,
                column: 9,
                moduleId: 'c889',
                source: { name: 'Program.cs', path: '/workspace/shop/Program.cs' },
              },
              {
                id: 2,
                name: 'System.Runtime.CompilerServices.AsyncMethodBuilderCore.Start<Shop.Program.<Main>d__3>()',
                line: 0,
                column: 0,
                moduleId: '473d',
              },
            ],
            totalFrames: 3,
          },
    scopes: ({ frameId }) => ({
      scopes: [
        {
          name: 'Locals',
          expensive: false,
          namedVariables: frameId === 0 ? 5 : 0,
          variablesReference: frameId === 0 ? 1 : 0,
        },
      ],
    }),
    variables: ({ variablesReference, start, count }) => {
      switch (variablesReference) {
        case 1:
          return { variables: netcoredbgLocals }
        case 3:
          return { variables: netcoredbgCustomer }
        case 4:
          return { variables: elements(Number(start ?? 0), Number(count ?? 200)) }
        case 8:
          return {
            variables: [
              { name: '_size', type: 'int', value: '3', variablesReference: 0 },
              { name: 'Count', type: 'int', value: '3', variablesReference: 0 },
            ],
          }
        case 22:
          return {
            variables: [
              { name: '_message', type: 'string', value: '"this property always fails"', variablesReference: 0 },
            ],
          }
        default:
          return { variables: [] }
      }
    },
  },
}

const account = '<__main__.Account object at 0x7efc3e25b410>'
export const debugpy: SessionSetup = {
  traits: {
    presentation: { literals: { null: 'None', true: 'True', false: 'False' }, groupRows: ['special variables'] },
    exceptions: {
      causesInStack: {
        separator:
          '\\n(?:The above exception was the direct cause|During handling of the above exception)[^\\n]*:\\n\\n',
        exception: '(?:^|\\n)(?<type>[A-Za-z_][\\w.]*)(?:: (?<message>.*))?\\s*$',
      },
    },
    evaluation: {
      failures: [{ pattern: 'SyntaxError: ', kind: 'syntax' }],
      thrown: '(?:^|\\n)(?<type>[A-Za-z_][\\w.]*)(?:: (?<message>[^\\n]*))?\\s*$',
    },
  },
  view: {
    capabilities: {
      supportsDelayedStackTraceLoading: true,
      supportsSetVariable: true,
      supportsSetExpression: true,
      supportsCompletionsRequest: true,
    },
  },
  script: {
    threads: {
      threads: [
        { id: 1, name: 'MainThread' },
        { id: 2, name: 'worker' },
      ],
    },
    stackTrace: {
      stackFrames: [
        {
          id: 3,
          name: 'transfer',
          line: 24,
          column: 1,
          source: { path: '/workspace/debugpy/tour.py', sourceReference: 0 },
        },
      ],
      totalFrames: 3,
    },
    scopes: {
      scopes: [
        { name: 'Locals', variablesReference: 6, expensive: false, presentationHint: 'locals', source: {} },
        { name: 'Globals', variablesReference: 7, expensive: false, source: {} },
      ],
    },
    variables: ({ variablesReference }) => {
      switch (variablesReference) {
        case 6:
          return {
            variables: [
              { name: 'amount', value: '1', type: 'int', evaluateName: 'amount', variablesReference: 0 },
              { name: 'fee', value: '0.01', type: 'float', evaluateName: 'fee', variablesReference: 0 },
              { name: 'source', value: account, type: 'Account', evaluateName: 'source', variablesReference: 8 },
            ],
          }
        case 7:
          return {
            variables: [{ name: 'LIMIT', value: '10', type: 'int', evaluateName: 'LIMIT', variablesReference: 0 }],
          }
        case 8:
          return {
            variables: [
              { name: 'special variables', value: '', type: '', variablesReference: 10 },
              { name: 'balance', value: '98.99', type: 'float', evaluateName: 'source.balance', variablesReference: 0 },
              {
                name: 'history',
                value: "['bob']",
                type: 'list',
                evaluateName: 'source.history',
                variablesReference: 11,
              },
              {
                name: 'name',
                value: "'ada'",
                type: 'str',
                evaluateName: 'source.name',
                variablesReference: 0,
                presentationHint: { attributes: ['rawString'] },
              },
              {
                name: 'self_reference',
                value: account,
                type: 'Account',
                evaluateName: 'source.self_reference',
                variablesReference: 8,
              },
            ],
          }
        case 11:
          return {
            variables: [
              { name: '0', value: "'bob'", type: 'str', evaluateName: 'source.history[0]', variablesReference: 0 },
              { name: 'len()', value: '1', type: 'int', variablesReference: 0 },
            ],
          }
        default:
          return { variables: [] }
      }
    },
  },
}
