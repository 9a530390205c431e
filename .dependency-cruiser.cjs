/**
 * The layering of docs/architecture.md, as rules. `layering.json` says which package may import which, and which room of a
 * package may import which; the tables in the page and the dependencies of each package.json are checked against the same file.
 */
const { packages, rooms } = require('./layering.json')

const only = ([folder, allowed]) => ({
  name: `${folder}-imports-only-what-layering.json-allows`,
  severity: 'error',
  from: { path: `^${folder}/src/` },
  to: { path: '^(packages|adapters)/', pathNot: [folder, ...allowed].map((one) => `^${one}/`) },
})

/** A room is a folder or a file directly in `src`: it imports nothing of its package but itself and the rooms it may see. */
const roomsOf = ([home, allowed]) => {
  const folder = `^${home.replace('*', '[^/]+')}`
  const src = `${folder}/src`
  const path = (room) => `${src}/${room.replace('.', '\\.')}(/|$)`
  return [
    ...Object.entries(allowed).map(([room, seen]) => ({
      name: `${home}-${room}-imports-only-its-rooms`,
      severity: 'error',
      from: { path: path(room) },
      to: { path: `${folder}/`, pathNot: [room, ...seen].map(path) },
    })),
    {
      name: `${home}-has-no-other-room`,
      comment: 'A new folder in src gets its place in layering.json and in docs/architecture.md.',
      severity: 'error',
      from: { path: `${src}/[^/]+/`, pathNot: Object.keys(allowed).map(path) },
      to: {},
    },
  ]
}

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
    ...Object.entries(packages).map(only),
    {
      name: 'every-package-is-in-layering.json',
      severity: 'error',
      from: { path: '^(packages|adapters)/[^/]+/src/', pathNot: Object.keys(packages).map((one) => `^${one}/`) },
      to: {},
    },
    ...Object.entries(rooms).flatMap(roomsOf),
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
      to: { path: '^adapters/', pathNot: '^adapters/[^/]+/src/index\\.ts$' },
    },
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
