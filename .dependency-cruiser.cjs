/**
 * The layering of docs/architecture.md, as rules. `layering.json` says which package may import which; the table in the page
 * and the dependencies of each package.json are checked against the same file.
 */
const layering = require('./layering.json')

const only = ([folder, allowed]) => ({
  name: `${folder}-imports-only-what-layering.json-allows`,
  severity: 'error',
  from: { path: `^${folder}/src/` },
  to: { path: '^(packages|adapters)/', pathNot: [folder, ...allowed].map((one) => `^${one}/`) },
})

/** The layers of the core, the lowest first: each imports only itself and those before it. */
const muxLayers = ['state', 'translation', 'outbox', 'rules', 'door']
const muxLayer = (name, at) => ({
  name: `mux-layer-${name}`,
  severity: 'error',
  from: { path: `^packages/mux/src/${name}/` },
  to: {
    path: '^packages/mux/',
    pathNot: muxLayers
      .slice(0, at + 1)
      .map((lower) => `^packages/mux/src/${lower}/`)
      .join('|'),
  },
})

module.exports = {
  forbidden: [
    { name: 'no-circular', severity: 'error', from: {}, to: { circular: true } },
    {
      name: 'no-folder-cycles',
      comment: 'A folder is a wall: two folders that need each other move what both use into a third one below them.',
      severity: 'error',
      scope: 'folder',
      from: { path: '^(packages|adapters)/[^/]+/src' },
      to: { circular: true },
    },
    {
      name: 'nothing-imports-the-door',
      comment: 'The files directly in src are the top of a package: its index and what joins its folders.',
      severity: 'error',
      from: { path: '^((?:packages|adapters)/[^/]+/src)/[^/]+/' },
      to: { path: '^$1/[^/]+$' },
    },
    ...Object.entries(layering).map(only),
    {
      name: 'every-package-is-in-layering.json',
      severity: 'error',
      from: { path: '^(packages|adapters)/[^/]+/src/', pathNot: Object.keys(layering).map((one) => `^${one}/`) },
      to: {},
    },
    ...muxLayers.map(muxLayer),
    {
      name: 'pure-packages-have-no-node',
      comment: 'mux, protocol and workflow are pure: no I/O of any kind.',
      severity: 'error',
      from: { path: '^packages/(mux|protocol|workflow)/src/' },
      to: { dependencyTypes: ['core'] },
    },
    {
      name: 'daemon-reaches-adapters-only-through-definitions',
      severity: 'error',
      from: { path: '^packages/daemon/src/' },
      to: { path: '^adapters/', pathNot: '^adapters/[^/]+/src/(index|definition)\\.ts$' },
    },
    ...[
      ['in-daemon', 'in-adapter'],
      ['in-adapter', 'in-daemon'],
    ].map(([one, other]) => ({
      name: `code-${one}-never-imports-code-${other}`,
      comment: 'The definition runs in the daemon, the adapter in a process of its own.',
      severity: 'error',
      from: { path: `^adapters/[^/]+/src/${one}/` },
      to: { path: `^adapters/[^/]+/src/${other}/` },
    })),
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    // A test beside its source may import anything of its package and the testkit: it is no part of the layers.
    exclude: { path: '/dist/|/node_modules/|/src/.*\\.test\\.ts$' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.tests.json' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['dapplex-source', 'import', 'node', 'default', 'types'],
    },
  },
}
