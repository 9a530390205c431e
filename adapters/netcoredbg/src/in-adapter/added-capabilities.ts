import type { DebugProtocol as Dap } from '@vscode/debugprotocol'

/** Capabilities that the shim adds to those of netcoredbg. */
export const ADDED: Dap.Capabilities = {
  supportsModulesRequest: true,
  supportsLoadedSourcesRequest: true,
  supportsEvaluateForHovers: true,
  supportsValueFormattingOptions: true,
}
