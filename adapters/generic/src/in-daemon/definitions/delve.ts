import type { AdapterDefinitionInput } from '@dapplex/protocol'

/** Go. Run against Delve 1.20.2; recorded in `fixtures/transcripts/delve`. */
export const delve: AdapterDefinitionInput = {
  id: 'delve',
  title: 'Delve (Go)',
  languages: ['go'],
  launchTypes: ['go', 'delve'],
  programs: ['.go'],
  find: [
    { kind: 'env', name: 'DLV_PATH' },
    { kind: 'path', command: 'dlv' },
    { kind: 'file', pattern: '~/go/bin/dlv' },
  ],
  // It connects back instead of listening, so no other process can take the port in between. The program's output goes to
  // the adapter's streams, never into `output` events.
  start: { kind: 'dial-back', args: ['dap', '--client-addr=127.0.0.1:${port}'], streams: 'program' },
  version: { args: ['version'], pattern: 'Version: (\\d+\\.\\d+\\.\\d+)', minimum: '1.7.3' },
  install: 'Install Delve: `go install github.com/go-delve/delve/cmd/dlv@latest`, or the delve package of the system.',
  unguardedPorts: 'another account of this machine can answer in its place while the session starts',
  launch: {
    program: 'program',
    args: 'args',
    cwd: 'cwd',
    programFolder: 'dlvCwd',
    env: { name: 'env', form: 'object' },
    stopAtEntry: 'stopOnEntry',
    fixed: { mode: 'exec' },
    // Without it two launches at once write the same `__debug_bin` into the program's folder.
    buildOutput: { argument: 'output', unless: { argument: 'mode', values: ['exec', 'replay', 'core'] } },
    byProgram: [{ programs: ['.go', 'folder'], fixed: { mode: 'debug' } }],
  },
  attach: { pid: 'processId', by: 'ptrace', fixed: { mode: 'local' } },
  traits: {
    conditions: { open: '(', or: ' || ', close: ')' },
    unknown: 'pass',
    hitBreakpointIds: true,
    // A second one in a line is refused: "Breakpoint exists at …" (measured, 1.20.2).
    ignoresBreakpointColumns: true,
    // Delve 1.20.2 kills what it has launched, whatever `terminateDebuggee` says.
    letsLaunchedGo: false,
    // It sends neither a `process` nor an `exited` event.
    exitCodeOutput: '^Process \\d+ has exited with status (-?\\d+)$',
    exitSignal: 'negative',
    // An expression of a log point that fails: `> [Go 1]: v={eval err: &{%!e(string=could not find symbol value for v)}}` (1.20.2).
    outputWords: [
      {
        pattern: '(?<=^> \\[Go \\d+\\]: .*)\\{eval err: &\\{%!e\\(string=(.*?)\\)(?: %!.*?)?\\}\\}',
        says: '{$1}',
      },
    ],
    tellsProcess: false,
    // The total in a part of the stack only says that there may be more frames.
    totalFrames: 'estimate',
    noCodeAtLine: '^could not find statement at ',
    // `1:4: expected operand, found 'EOF'`
    invalidCondition: '^\\d+:\\d+: ',
    presentation: {
      functionNames: 'dotted',
      literals: { null: 'nil' },
      plainTypes: '^(int|string|bool|func\\(.*)$',
      // Results of a function that have no name. They are set when it returns.
      madeByTools: '^~r\\d+$',
      // It lists arguments and results ahead of the locals, in one scope. A function literal (`main.total.func1`) has no name.
      argumentNames: { from: 'source', definition: '^func\\s*(?:\\([^)]*\\)\\s*)?{{name}}\\s*[\\[(]' },
      // `(first)` (Delve, `service/dap/server.go`, `convertVariables`: `Shadowed`)
      evaluateNames: { hidden: '^\\(.+\\)$' },
      integerBits: { int: 64, uint: 64, uintptr: 64 },
      libraryFrames: ['^(runtime|testing)\\.'],
      waits: [
        { frame: '^sync\\.\\(\\*(RW)?Mutex\\)\\.', what: 'lock' },
        { frame: '^sync\\.\\(\\*WaitGroup\\)\\.Wait$', what: 'group' },
        { frame: '^sync\\.\\(\\*Cond\\)\\.Wait$', what: 'condition' },
        { frame: '^runtime\\.chan(recv|send)\\d?$', what: 'channel' },
        { frame: '^runtime\\.selectgo$', what: 'channel' },
        { frame: '^time\\.Sleep$', what: 'sleep' },
        { frame: '^internal/poll\\.', what: 'input or output' },
      ],
      waitFrames: ['^runtime\\.(gopark|notetsleepg|futex)$', '^time\\.Sleep$', '^sync\\.'],
    },
    evaluation: {
      // Objects on the heap never move.
      holding: {
        keep: 'uintptr(&({{path}}))',
        kept: '^(?<address>\\d+)',
        name: '*(*{{type}})({{address}})',
      },
      failures: [{ pattern: 'evaluate expression: \\d+:\\d+: ', kind: 'syntax' }],
      writesAreSure: true,
    },
    // A scope, or a row with children, that was read before a write goes on telling the old values (measured, 1.20.2).
    references: { show: 'snapshot' },
  },
}
