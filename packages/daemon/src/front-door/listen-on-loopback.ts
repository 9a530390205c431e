import type { AddressInfo, Server } from 'node:net'

/** Free ports that are tried until one is free in both families. */
const ATTEMPTS = 20
/** The machine has no IPv6, or none on its loopback interface. */
const NO_IPV6: ReadonlySet<string | undefined> = new Set(['EADDRNOTAVAIL', 'EAFNOSUPPORT', 'EINVAL'])

/**
 * Listens on one port of 127.0.0.1 and, where the machine has IPv6, of ::1: `localhost` means either. A port that another
 * program has on one of them is not used, since clients of `localhost` would show their token there.
 * @returns the port
 * @throws Error that names a taken port
 */
export async function listenOnLoopback(ipv4: Server, ipv6: Server, wanted: number): Promise<number> {
  for (let attempt = 1; ; attempt += 1) {
    await listening(ipv4, { host: '127.0.0.1', port: wanted }).catch((error: unknown) => {
      throw sayTaken(error, wanted, '127.0.0.1')
    })
    const { port } = ipv4.address() as AddressInfo
    try {
      await listening(ipv6, { host: '::1', port, ipv6Only: true })
      return port
    } catch (error) {
      if (NO_IPV6.has((error as NodeJS.ErrnoException).code)) return port
      await new Promise((resolve) => ipv4.close(resolve))
      if (wanted !== 0 || attempt === ATTEMPTS) throw sayTaken(error, port, '::1')
    }
  }
}

function sayTaken(error: unknown, port: number, host: string): unknown {
  const { code } = error as NodeJS.ErrnoException
  if (code !== 'EADDRINUSE' && code !== 'EACCES') return error
  const why = code === 'EADDRINUSE' ? 'is taken by another program' : 'may not be opened by this user'
  return new Error(`port ${port} on ${host} ${why}; choose another one, or 0 to have one chosen`, { cause: error })
}

type ListenPlace =
  { readonly path: string } | { readonly host: string; readonly port: number; readonly ipv6Only?: boolean }

export function listening(server: Server, where: ListenPlace): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(where, () => {
      server.off('error', reject)
      resolve()
    })
  })
}
