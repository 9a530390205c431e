import { readdirSync, statSync } from 'node:fs'
import { dirname, extname, join } from 'node:path'
import { toolError } from '@dapplex/protocol'
import { isAssembly } from './assembly-header.js'
import { buildProject } from './build-project.js'
import { bundleOf, isTrimmed } from './bundle.js'

export interface FoundAssembly {
  readonly assembly: string
  /** The folder of the project, when one was built. */
  readonly project?: string
}

const PROJECTS = new Set(['.csproj', '.fsproj', '.vbproj'])

/**
 * Finds the assembly to debug. `program` may be the assembly, the native launcher beside it, a project, the folder of a project
 * or a C# file in it. netcoredbg accepts any path and fails only after it has started `dotnet`
 * (`fixtures/transcripts/netcoredbg/launch-missing.ndjson`).
 * @throws ToolError INVALID_PATH, LAUNCH_FAILED
 */
export async function findAssembly(program: string): Promise<FoundAssembly> {
  const stat = statSync(program, { throwIfNoEntry: false })
  if (stat === undefined) throw toolError('INVALID_PATH', { path: program })
  if (stat.isDirectory()) return buildFound(projectIn(program, program))
  const ending = extname(program).toLowerCase()
  if (PROJECTS.has(ending)) return buildFound(program)
  if (ending === '.cs') return buildFound(projectAbove(program))
  if (isAssembly(program)) return untrimmed(program)
  switch (bundleOf(program)) {
    case 'self-contained':
      throw fail(
        `${program} is a self-contained single file: netcoredbg finds no runtime in it; publish it without PublishSingleFile, or give the .dll of a build`,
      )
    case 'framework-dependent':
      return { assembly: program }
    case 'none':
      break
  }
  const beside = `${program.replace(/\.exe$/i, '')}.dll`
  if (beside !== program && isAssembly(beside)) return untrimmed(beside)
  throw fail(
    `${program} is no .NET assembly${ending === '.dll' ? '' : `, and there is none beside it (${beside})`}; give the .dll, the project file or its folder`,
  )
}

function untrimmed(assembly: string): FoundAssembly {
  if (!isTrimmed(assembly)) return { assembly }
  throw fail(
    `${assembly} was trimmed when it was published: netcoredbg evaluates nothing in it (0x80004005); publish it without PublishTrimmed, or give the .dll of a build`,
  )
}

async function buildFound(project: string): Promise<FoundAssembly> {
  const assembly = await buildProject(project)
  return { assembly, project: dirname(project) }
}

/** The only project of a folder. */
function projectIn(folder: string, asked: string): string {
  const projects = projectsOf(folder)
  const [project] = projects
  if (project === undefined) throw fail(`${asked} has no project file (.csproj, .fsproj, .vbproj); give the .dll`)
  if (projects.length > 1) throw fail(`${asked} has several projects: ${projects.join(', ')}; give one of them`)
  return join(folder, project)
}

/** The project in the nearest folder above a source file. */
function projectAbove(source: string): string {
  for (let folder = dirname(source); ; folder = dirname(folder)) {
    if (projectsOf(folder).length > 0) return projectIn(folder, folder)
    if (folder === dirname(folder)) throw fail(`${source} belongs to no project: no folder above it has a .csproj`)
  }
}

const projectsOf = (folder: string): string[] =>
  readdirSync(folder)
    .filter((name) => PROJECTS.has(extname(name).toLowerCase()))
    .sort()

const fail = (reason: string): Error => toolError('LAUNCH_FAILED', { reason, adapter: 'netcoredbg' })
