import type { AddressInfo } from 'node:net'

/** The port of a server that listens on TCP. */
export function portOf(server: { address(): AddressInfo | string | null }): number {
  const address = server.address()
  if (typeof address === 'object' && address !== null) return address.port
  throw new Error(`the server listens on no TCP port: ${address ?? 'it does not listen'}`)
}
