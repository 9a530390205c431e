import type { DebugProtocol as Dap } from '@vscode/debugprotocol'

/** The modules from netcoredbg's events. netcoredbg does not answer a `modules` request. */
export class ModuleTable {
  readonly #modules = new Map<string | number, Dap.Module>()

  take({ reason, module }: Dap.ModuleEvent['body']): void {
    if (reason === 'removed') this.#modules.delete(module.id)
    else this.#modules.set(module.id, module)
  }

  all(): readonly Dap.Module[] {
    return [...this.#modules.values()]
  }

  /** Modules with symbols: the ones that belong to the program. */
  withSymbols(): readonly (Dap.Module & { readonly path: string })[] {
    return this.all().filter(
      (one): one is Dap.Module & { path: string } => one.path !== undefined && one.symbolStatus === 'Symbols loaded.',
    )
  }

  pathOf(id: string | number | undefined): string | undefined {
    return id === undefined ? undefined : this.#modules.get(id)?.path
  }

  idOf(path: string): string | number | undefined {
    return this.all().find((one) => one.path === path)?.id
  }

  /** In loading order. */
  paths(): string[] {
    return this.all().flatMap((one) => one.path ?? [])
  }
}
