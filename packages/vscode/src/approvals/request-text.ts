import type { SpawnRequest } from '../daemon/daemon-link.js'

/** What is asked, for the person who answers it. */
export function requestText({ requester, name, description, configuration }: SpawnRequest): string {
  const what =
    configuration === undefined
      ? `to begin an investigation “${name}”`
      : `to launch “${configuration}” for an investigation “${name}”`
  return `${requester} asks ${what}: ${description}`
}
