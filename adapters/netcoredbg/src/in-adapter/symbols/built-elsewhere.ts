/**
 * Whether a source path is that of a package: the SDK writes `/_/` for the root of the repository of a build whose paths must not
 * depend on the machine (`DeterministicSourcePaths`). The file is not here, and the code is not the user's.
 */
export const isBuiltElsewhere = (path: string): boolean => path.startsWith('/_/')
