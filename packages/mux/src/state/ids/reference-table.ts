/** Ids are given out in blocks of this many, each block to one epoch: dropping an epoch drops whole arrays. */
const BLOCK = 64
const SHIFT = 6
/** Ids stay below 2^31 (mux 5). */
const LAST_BLOCK = 2 ** 31 / BLOCK - 1

/** The ids that were given out between two resumes of one thread, or for the life of the adapter process. */
export interface Epoch {
  readonly threadId: number | undefined
  /** The stop it belongs to, for the message about a stale id. */
  readonly stopId: number
  isOver: boolean
}

interface Block {
  readonly epoch: Epoch
  readonly upstream: number[]
}

interface Open {
  block: number
  readonly blocks: number[]
  readonly known: Map<number, number>
}

/** One kind of id (frames, variables…): virtual to upstream and back. */
export interface ReferenceTable {
  nextBlock: number
  readonly blocks: Map<number, Block>
  readonly open: Map<Epoch, Open>
}

export type Looked =
  | { readonly kind: 'live'; readonly upstream: number; readonly epoch: Epoch }
  /** Was given out, and its thread has been resumed since. */
  | { readonly kind: 'stale' }
  | { readonly kind: 'unknown' }

/** Block 0 is left out so that no id is 0. */
export const createReferenceTable = (): ReferenceTable => ({ nextBlock: 1, blocks: new Map(), open: new Map() })

/** The virtual id of an upstream id within an epoch; the same upstream id gives the same virtual one (mux 5). */
export function giveId(table: ReferenceTable, epoch: Epoch, upstream: number): number {
  const open = table.open.get(epoch) ?? openEpoch(table, epoch)
  const known = open.known.get(upstream)
  if (known !== undefined) return known
  const block = table.blocks.get(open.block)
  const roomy = block !== undefined && block.upstream.length < BLOCK ? block : addBlock(table, epoch, open)
  const id = open.block * BLOCK + roomy.upstream.length
  roomy.upstream.push(upstream)
  open.known.set(upstream, id)
  return id
}

/** Looks up a virtual id. A stale id is found by comparison; dead ids are not remembered. */
export function lookUp(table: ReferenceTable, id: number): Looked {
  if (!Number.isInteger(id) || id < BLOCK || id >= 2 ** 31) return { kind: 'unknown' }
  const index = id >> SHIFT
  if (index >= table.nextBlock) return { kind: 'unknown' }
  const block = table.blocks.get(index)
  if (block === undefined) return { kind: 'stale' }
  const upstream = block.upstream[id & (BLOCK - 1)]
  return upstream === undefined ? { kind: 'unknown' } : { kind: 'live', upstream, epoch: block.epoch }
}

/** Lets a live virtual id stand for another upstream id of its epoch. */
export function moveId(table: ReferenceTable, id: number, upstream: number): void {
  const block = table.blocks.get(id >> SHIFT)
  if (block?.upstream[id & (BLOCK - 1)] === undefined) return
  block.upstream[id & (BLOCK - 1)] = upstream
  table.open.get(block.epoch)?.known.set(upstream, id)
}

/** Forgets all ids of an epoch. */
export function dropEpoch(table: ReferenceTable, epoch: Epoch): void {
  const open = table.open.get(epoch)
  if (open === undefined) return
  for (const index of open.blocks) table.blocks.delete(index)
  table.open.delete(epoch)
}

/** Forgets the oldest ids of a long-lived epoch beyond `blocks` blocks, so that memory stays flat. */
export function trimEpoch(table: ReferenceTable, epoch: Epoch, blocks: number): void {
  const open = table.open.get(epoch)
  if (open === undefined) return
  while (open.blocks.length > blocks) {
    const index = open.blocks.shift()
    const block = index === undefined ? undefined : table.blocks.get(index)
    if (index === undefined || block === undefined) return
    for (const upstream of block.upstream) open.known.delete(upstream)
    table.blocks.delete(index)
  }
}

function openEpoch(table: ReferenceTable, epoch: Epoch): Open {
  const open: Open = { block: 0, blocks: [], known: new Map() }
  table.open.set(epoch, open)
  return open
}

function addBlock(table: ReferenceTable, epoch: Epoch, open: Open): Block {
  if (table.nextBlock > LAST_BLOCK) throw new Error('all 2^31 ids of this session have been given out; restart it')
  const block: Block = { epoch, upstream: [] }
  open.block = table.nextBlock
  open.blocks.push(open.block)
  table.blocks.set(open.block, block)
  table.nextBlock += 1
  return block
}
