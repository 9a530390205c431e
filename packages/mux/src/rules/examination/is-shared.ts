import type { Session } from '../../state/session.js'

/** Whether somebody beside one editor is there, or an agent. One editor alone is not made to wait for what was hit. */
export function isShared({ clients }: Session): boolean {
  const present = [...clients.values()].filter(({ stage }) => stage !== 'left')
  return present.length > 1 || present.some(({ actor }) => actor.kind !== 'editor')
}
