import type { SessionSetup } from './scripted-session.js'

/** Answers of adapters of native code, as recorded (fixtures/transcripts). */

/** A pointer's only child, without a name, is what it points to. */
export const delve: SessionSetup = {
  traits: { presentation: { functionNames: 'dotted', literals: { null: 'nil' } } },
  view: { capabilities: { supportsDelayedStackTraceLoading: true, supportsSetVariable: true } },
  script: {
    stackTrace: {
      stackFrames: [
        {
          id: 1000,
          name: 'main.transfer',
          line: 27,
          column: 0,
          source: { name: 'main.go', path: '/workspace/delve/main.go' },
        },
      ],
      totalFrames: 4,
    },
    scopes: { scopes: [{ name: 'Locals', variablesReference: 1000, expensive: false, source: {} }] },
    variables: ({ variablesReference }) => {
      switch (variablesReference) {
        case 1000:
          return {
            variables: [
              {
                name: 'source',
                value: '*main.Account {Name: "ada"}',
                type: '*main.Account',
                evaluateName: 'source',
                variablesReference: 1001,
              },
            ],
          }
        case 1001:
          return {
            variables: [
              {
                name: '',
                value: 'main.Account {Name: "ada"}',
                type: 'main.Account',
                evaluateName: '(*source)',
                variablesReference: 1003,
              },
            ],
          }
        case 1003:
          return {
            variables: [
              { name: 'Name', value: '"ada"', type: 'string', evaluateName: '(*source).Name', variablesReference: 0 },
              {
                name: 'History',
                value: '[]string len: 2',
                type: '[]string',
                evaluateName: '(*source).History',
                variablesReference: 1004,
                indexedVariables: 2,
              },
            ],
          }
        case 1004:
          return {
            variables: [
              { name: '[0]', value: '"x"', type: 'string', variablesReference: 0 },
              { name: '[1]', value: '"y"', type: 'string', variablesReference: 0 },
            ],
          }
        default:
          return { variables: [] }
      }
    },
  },
}

export const lldb: SessionSetup = {
  traits: { presentation: { functionNames: 'colons' } },
  view: { capabilities: { supportsDelayedStackTraceLoading: true, supportsSetVariable: true } },
  script: {
    stackTrace: {
      stackFrames: [
        {
          id: 524288,
          name: 'transfer',
          line: 15,
          column: 12,
          source: { name: 'main.c', path: '/workspace/lldb/main.c' },
        },
      ],
      totalFrames: 5,
    },
    scopes: {
      scopes: [
        { name: 'Locals', namedVariables: 2, presentationHint: 'locals', variablesReference: 1, expensive: false },
        { name: 'Globals', namedVariables: 1, variablesReference: 2, expensive: false },
        {
          name: 'Registers',
          namedVariables: 3,
          presentationHint: 'registers',
          variablesReference: 3,
          expensive: false,
        },
      ],
    },
    variables: ({ variablesReference }) => {
      switch (variablesReference) {
        case 1:
          return {
            variables: [
              {
                evaluateName: 'source',
                id: 4,
                name: 'source',
                type: 'account *',
                value: '0x00007fffffffe550',
                variablesReference: 4,
                memoryReference: '0x7fffffffe550',
              },
              {
                evaluateName: 'none',
                id: 5,
                name: 'none',
                type: 'account *',
                value: '0x0000000000000000',
                variablesReference: 5,
              },
            ],
          }
        case 2:
          return { variables: [{ name: 'total', type: 'double', value: '0', variablesReference: 0 }] }
        case 4:
          return {
            variables: [
              {
                evaluateName: 'source->balance',
                name: 'balance',
                type: 'double',
                value: '98.99',
                variablesReference: 0,
              },
              {
                evaluateName: 'source->self',
                id: 7,
                name: 'self',
                type: 'account *',
                value: '0x00007fffffffe550',
                variablesReference: 7,
              },
            ],
          }
        default:
          return { variables: [] }
      }
    },
  },
}
