import { readFile } from 'node:fs/promises'
import { readdirSync } from 'node:fs'
import { extname, join } from 'node:path'
import type { TestTarget } from '@dapplex/protocol'

const PROJECTS = new Set(['.csproj', '.fsproj', '.vbproj'])
const isProject = (name: string): boolean => PROJECTS.has(extname(name).toLowerCase())

/** What makes a project one of tests. */
const MARKS = /Microsoft\.NET\.Test\.Sdk|<IsTestProject>\s*true/i

/** The test projects of a target: those below a folder, itself, else the one in the nearest folder above. */
export async function testProjects({ path, isFolder, files, folders }: TestTarget): Promise<string[]> {
  const below = files.filter(isProject)
  if (below.length > 0) return onlyTests(below)
  if (!isFolder && !/\.(cs|fs|vb)$/i.test(path)) return []
  for (const folder of folders) {
    const here = readdirSync(folder).filter(isProject)
    if (here.length > 0) return onlyTests(here.map((name) => join(folder, name)))
  }
  return []
}

async function onlyTests(projects: readonly string[]): Promise<string[]> {
  const marked = await Promise.all(projects.map(async (project) => MARKS.test(await readFile(project, 'utf8'))))
  return projects.filter((_project, index) => marked[index])
}
