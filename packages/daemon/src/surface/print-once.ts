/** JSON text of what is dear to build. It is built when it is first asked for, and once for all connections. */
export function printOnce(build: () => object): () => string {
  let text: string | undefined
  return () => (text ??= JSON.stringify(build()))
}
