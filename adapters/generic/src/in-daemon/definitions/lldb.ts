import type { AdapterDefinitionInput } from '@dapplex/protocol'

const NEWEST = 24
const OLDEST = 14

/** Distributions add the version to the name, and LLVM renamed lldb-vscode to lldb-dap in version 18. The newest is first. */
const versioned = Array.from({ length: NEWEST - OLDEST + 1 }, (_, index) => NEWEST - index).map(
  (version) => (version >= 18 ? 'lldb-dap' : 'lldb-vscode') + `-${version}`,
)

/** C, C++, Rust and other languages that LLVM compiles. Run against lldb-vscode 14; recorded in `fixtures/transcripts/lldb`. */
export const lldb: AdapterDefinitionInput = {
  id: 'lldb',
  title: 'LLDB (C, C++, Rust)',
  languages: ['c', 'cpp', 'rust'],
  launchTypes: ['lldb', 'lldb-dap', 'lldb-vscode'],
  programs: ['.out'],
  find: [
    { kind: 'env', name: 'LLDB_DAP_PATH' },
    ...['lldb-dap', ...versioned, 'lldb-vscode'].map((command) => ({ kind: 'path' as const, command })),
    { kind: 'file', pattern: '/usr/lib/llvm-*/bin/lldb-dap' },
    { kind: 'file', pattern: '/usr/lib/llvm-*/bin/lldb-vscode' },
  ],
  start: { kind: 'stdio', args: [] },
  install:
    'Install lldb-dap (before LLVM 18: lldb-vscode), which comes with the lldb package of the system or of LLVM.',
  launch: {
    program: 'program',
    args: 'args',
    cwd: 'cwd',
    // Every version accepts lists; objects came later.
    env: { name: 'env', form: 'list' },
    stopAtEntry: 'stopOnEntry',
    inputFile: { argument: 'initCommands', command: 'settings set target.input-path ${path}' },
  },
  attach: { pid: 'pid', by: 'ptrace' },
  traits: {
    conditions: { open: '(', or: ' || ', close: ')' },
    // lldb-vscode 14 aborts ("pure virtual method called") on any command that it does not know.
    unknown: 'refuse',
    refuses: { locations: 'lldb-vscode aborts on a request it does not know' },
    hitBreakpointIds: false,
    // Version 14, measured: about one of 100 pauses that meet the end of a step, on a busy machine.
    pauseDuringStep: 'harms',
    // Version 20 has columns (`SourceBreakpoint.cpp`), and announces `breakpointLocations` since then.
    ignoresBreakpointColumns: true,
    // Version 19 calls it a breakpoint (measured, 19.1.7), and numbers watchpoints on their own.
    dataStop: '^watchpoint \\d+$',
    // It does not report the type of a C++ exception.
    exceptions: { firstChance: { filter: 'cpp_throw' } },
    // Version 14 has neither `readMemory` nor `disassemble`; its console runs a command that begins with a backtick.
    console: {
      readMemory: '`memory read --force --format x --size 1 --count ${count} ${address}',
      disassemble: '`disassemble --bytes --start-address ${address} --count ${count}',
      lineOfAddress: '`source info --address ${address}',
    },
    presentation: {
      names: 'c',
      functionNames: 'colons',
      literals: { null: 'NULL' },
      evaluateNames: {
        // `first @ main.c:16`
        hidden: ' @ [^@]+:\\d+$',
        // Version 14 writes `*(p)->x` for a member of what `*p` points to.
        rewrite: [{ pattern: '^\\*\\(([^()]*)\\)(?=->|\\.)', to: '(*($1))' }],
      },
    },
    evaluation: {
      holding: {
        keep: '&({{path}})',
        kept: '(?<address>0x[0-9a-f]{4,})',
        name: '*(({{type}} *){{address}})',
      },
      writesAreSure: true,
      failures: [{ pattern: 'error: <user expression \\d+>:\\d+:\\d+: expected ', kind: 'syntax' }],
    },
  },
}
