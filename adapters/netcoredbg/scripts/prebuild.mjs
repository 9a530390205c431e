/** Builds the C# projects into `prebuilt/`, for the published package: npm runs it before it packs (`prepack`). Needs the .NET SDK. */
import { spawnSync } from 'node:child_process'
import { mkdtempSync, cpSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { projects } from '../dist/in-adapter/csharp/built-project.js'

const packageFolder = fileURLToPath(new URL('..', import.meta.url))
rmSync(join(packageFolder, 'prebuilt'), { recursive: true, force: true })
for (const name of Object.keys(projects)) {
  const aside = mkdtempSync(join(tmpdir(), 'dapplex-prebuild-'))
  cpSync(join(packageFolder, 'dotnet', name), aside, {
    recursive: true,
    filter: (path) => !/[\\/](bin|obj)$/.test(path),
  })
  const args = [
    'build',
    '-c',
    'Release',
    '-o',
    join(packageFolder, 'prebuilt', name),
    '-v',
    'quiet',
    '-nologo',
    '-nodeReuse:false',
  ]
  const built = spawnSync('dotnet', [...args, '-p:UseSharedCompilation=false'], { cwd: aside, encoding: 'utf8' })
  rmSync(aside, { recursive: true, force: true })
  if (built.status !== 0) throw new Error(`${name} does not build: ${built.stdout}${built.error?.message ?? ''}`)
}
