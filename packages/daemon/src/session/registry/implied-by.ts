import { loadPoints } from '@dapplex/tools'
import type { AdapterModule } from '@dapplex/protocol'
import { IMPLICIT_ID } from '../../workspace/implicit-specs.js'
import type { KeptSpec } from '../../workspace/kept-spec.js'

interface Start {
  readonly module: AdapterModule
  readonly program: string | undefined
}

/** Points that tell when the files of the first breakpoints are loaded. */
export async function impliedBy(kept: readonly KeptSpec[], { module, program }: Start): Promise<KeptSpec[]> {
  const points = await loadPoints(kept, { traits: module.definition.traits, program })
  return points.map((point) => ({ ...point, id: IMPLICIT_ID, enabled: true }))
}
