import type { AdapterModule } from '@dapplex/protocol'

/** The module of a session whose program looks like another adapter's: it gets that adapter's presentation and failures. */
export function presentedModule(
  module: AdapterModule,
  program: string | undefined,
  all: readonly AdapterModule[],
): AdapterModule {
  const like = program === undefined ? undefined : module.hooks?.presentsLike?.(program)
  const other = all.find(({ definition }) => definition.id === like)
  if (other === undefined) return module
  const { presentation, evaluation } = other.definition.traits
  const { definition } = module
  return { ...module, definition: { ...definition, traits: { ...definition.traits, presentation, evaluation } } }
}
