import type { AdapterModule } from '@dapplex/protocol'
import { programKind, type ProgramKind } from './program-kind.js'

/** The adapters that could run a program, the preferred one first, installed or not. */
export function adaptersFor(modules: readonly AdapterModule[], program: string): readonly AdapterModule[] {
  const kind = programKind(program)
  return modules.filter((module) => fits(module, kind))
}

/** The adapter that a name means: its id, or one of its launch types. */
export function adapterNamed(modules: readonly AdapterModule[], name: string): AdapterModule | undefined {
  return (
    modules.find(({ definition }) => definition.id === name) ??
    modules.find(({ definition }) => definition.launchTypes.includes(name))
  )
}

function fits({ definition }: AdapterModule, kind: ProgramKind): boolean {
  switch (kind.kind) {
    case 'ending':
      return kind.ending !== '' && definition.programs.includes(kind.ending)
    case 'languages':
      return definition.languages.some((language) => kind.languages.includes(language.toLowerCase()))
  }
}
