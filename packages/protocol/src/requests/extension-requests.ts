/**
 * What VS Code's own extension for JavaScript sends unasked to each session of a type that it takes for its own, whatever the adapter
 * (js-debug 1.100: `enableNetworking` at the start of each session of the type `node`). Only an adapter that serves them gets them.
 */
export const extensionRequests: ReadonlySet<string> = new Set([
  'enableNetworking',
  'networkCall',
  'requestCDPProxy',
  'setCustomBreakpoints',
  'setExcludedCallers',
  'setSourceMapStepping',
  'toggleSkipFileStatus',
])
