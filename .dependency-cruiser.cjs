/** The layering of docs/architecture.md, as rules. */
const pkg = (name) => `^packages/${name}/`
const only = (name, allowed) => ({
  name: `${name}-imports-only-${allowed.join('-') || 'itself'}`,
  severity: 'error',
  from: { path: `${pkg(name)}src/`, pathNot: '\\.test\\.ts$' },
  to: { path: '^(packages|adapters)/', pathNot: [pkg(name), ...allowed.map(pkg)].join('|') },
})

/** The layers of the core, the lowest first: each imports only itself and those before it. */
const muxLayers = ['state', 'translation', 'outbox', 'rules', 'door']
const muxLayer = (name, at) => ({
  name: `mux-layer-${name}`,
  severity: 'error',
  from: { path: `^packages/mux/src/${name}/`, pathNot: '\\.test\\.ts$' },
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
    only('protocol', []),
    only('mux', ['protocol']),
    ...muxLayers.map(muxLayer),
    only('transport', ['protocol']),
    only('tools', ['protocol']),
    only('workflow', ['protocol']),
    only('client', ['protocol', 'transport']),
    {
      name: 'pure-packages-have-no-node',
      comment: 'mux, protocol and workflow are pure: no I/O of any kind.',
      severity: 'error',
      from: { path: '^packages/(mux|protocol|workflow)/src/', pathNot: '\\.test\\.ts$' },
      to: { dependencyTypes: ['core'] },
    },
    {
      name: 'adapters-never-import-mux-or-daemon',
      severity: 'error',
      from: { path: '^adapters/', pathNot: '\\.test\\.ts$|/test/' },
      to: { path: '^packages/(mux|daemon|tools|cli|client)/' },
    },
    {
      name: 'daemon-reaches-adapters-only-through-definitions',
      severity: 'error',
      from: { path: '^packages/daemon/src/', pathNot: '\\.test\\.ts$' },
      to: {
        path: '^adapters/',
        pathNot: '^adapters/[^/]+/src/(index|definition)\\.ts$|^adapters/[^/]+/dist/index\\.d?\\.?(ts|js)$',
      },
    },
    {
      name: 'product-never-imports-testkit',
      severity: 'error',
      from: { path: '^(packages|adapters)/', pathNot: '^packages/(testkit|bench)/|\\.test\\.ts$|/test/|/scripts/' },
      to: { path: '^packages/testkit/' },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '/dist/|/node_modules/' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.tests.json' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['dapplex-source', 'import', 'node', 'default', 'types'],
    },
  },
}
