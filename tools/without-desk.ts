/*
 * The site of the specification alone: a copy without the desk's files. `npm run check` checks its types, and
 * `npm run build:without-desk` builds its pages in `dist-without-desk`.
 */
import { spawnSync } from 'node:child_process'
import { cpSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))

/** What a build reads. */
const READ = [
  '.astro',
  '.env.embedded',
  'astro.config.mjs',
  'budgets.json',
  'netlify.toml',
  'package.json',
  'package-lock.json',
  'public',
  'src',
  'supabase',
  'tools',
  'tsconfig.json',
]

/** What is the desk's. */
const DESK = [
  'src/desk',
  'src/pages/admin/how-it-works.astro',
  'src/pages/admin/money.astro',
  'src/pages/admin/orders/new.astro',
  'src/pages/admin/orders/run.astro',
  'src/pages/admin/parcels.astro',
  'src/pages/admin/parcels/batch.astro',
  'src/pages/admin/scan.astro',
  'supabase/schemas/desk',
]

const folder = mkdtempSync(join(tmpdir(), 'without-desk-'))
try {
  copyWithoutDesk()
  process.exitCode = process.argv[2] === 'build' ? build() : checkTypes()
} finally {
  rmSync(folder, { recursive: true, force: true })
}

function copyWithoutDesk(): void {
  const isLeftOut = (path: string) =>
    DESK.includes(relative(root, path).replaceAll('\\', '/')) || /\.test\.tsx?$/.test(path)
  for (const name of READ) {
    const options = { recursive: true, filter: (path: string) => !isLeftOut(path) }
    cpSync(join(root, name), join(folder, name), options)
  }
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'), 'junction')
}

/** Checks the types of what ships. Astro's own types are those of the whole site. */
function checkTypes(): number {
  const project = { extends: './tsconfig.json', include: ['.astro/types.d.ts', 'src/**/*'] }
  writeFileSync(join(folder, 'tsconfig.src.json'), JSON.stringify(project))
  const options = ['--noEmit', '--singleThreaded', '--project', 'tsconfig.src.json']
  return run('typescript-7/bin/tsc', options)
}

function build(): number {
  const status = run('astro/bin/astro.mjs', ['build', '--mode', 'embedded'])
  if (status !== 0) return status
  const built = join(root, 'dist-without-desk')
  rmSync(built, { recursive: true, force: true })
  cpSync(join(folder, 'dist'), built, { recursive: true })
  return status
}

/** Returns its exit code. */
function run(program: string, args: string[]): number {
  const path = join(folder, 'node_modules', program)
  const { status } = spawnSync(process.execPath, [path, ...args], { cwd: folder, stdio: 'inherit' })
  return status ?? 1
}
