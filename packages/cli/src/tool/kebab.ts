/** A name of the surface as a word of the command line: `object_id` and `nodeId` become `object-id` and `node-id`. */
export const kebab = (name: string): string =>
  name.replaceAll('_', '-').replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
