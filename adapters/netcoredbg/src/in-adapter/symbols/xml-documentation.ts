import { readFile } from 'node:fs/promises'

/** The documentation comments of a module, by documentation id (`T:Ns.Type`, `M:Ns.Type.Method(System.Int32)`). */
export type Documentation = ReadonlyMap<string, string>

/**
 * Reads the XML file that a build writes beside an assembly (C# language reference, "Documentation comments"). Empty without
 * such a file.
 */
export async function documentationOf(assembly: string): Promise<Documentation> {
  const file = assembly.replace(/\.(dll|exe)$/i, '.xml')
  return parseDocumentation(await readFile(file, 'utf8').catch(() => ''))
}

export function parseDocumentation(xml: string): Documentation {
  const members = xml.matchAll(/<member name="([^"]+)">([\s\S]*?)<\/member>/g)
  return new Map([...members].map(([, id = '', body = '']) => [id, textOf(body)] as const))
}

/** The comment of an id. For a method without its parameters it is the comment of the first overload. */
export function documentationFor(documentation: Documentation, id: string): string | undefined {
  const exact = documentation.get(id)
  if (exact !== undefined) return exact
  return [...documentation].find(([known]) => known.startsWith(`${id}(`))?.[1]
}

/** Summary and remarks as plain text. */
function textOf(body: string): string {
  const parts = ['summary', 'remarks'].flatMap(
    (tag) => new RegExp(`<${tag}>([\\s\\S]*?)</${tag}>`).exec(body)?.[1] ?? [],
  )
  return parts.map(plain).join('\n')
}

function plain(text: string): string {
  return text
    .replace(
      /<(?:see|seealso|paramref|typeparamref)\s+(?:cref|name|langword|href)="(?:\w:)?([^"]*)"\s*\/>/g,
      (_, name: string) => (name.split('(')[0] ?? name).split('.').slice(-2).join('.'),
    )
    .replace(/<[^>]+>/g, '')
    .replace(/&(lt|gt|amp|quot|apos);/g, (_, name: string) => ENTITIES[name] ?? '')
    .replace(/\s+/g, ' ')
    .trim()
}

const ENTITIES: Readonly<Record<string, string>> = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'" }
