import type { StoredOutput } from './output.js'

/** Makes a text smaller, and brings it back. */
export interface Packing {
  readonly pack: (text: string) => Uint8Array
  readonly unpack: (packed: Uint8Array) => string
}

/** Outputs that are seldom read, as one packed JSON text: a small part of the memory that their values take. */
export class PackedOutputs {
  readonly #packed: Uint8Array

  constructor(
    outputs: readonly StoredOutput[],
    private readonly packing: Packing,
  ) {
    this.#packed = packing.pack(JSON.stringify(outputs))
  }

  /** By their `seq`. */
  unpack(): ReadonlyMap<number, StoredOutput> {
    const outputs = JSON.parse(this.packing.unpack(this.#packed)) as StoredOutput[]
    return new Map(outputs.map((output) => [output.seq, output]))
  }
}
