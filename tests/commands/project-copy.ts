/* A copy of what `astro build` reads, in which files may change. */
import { execFile } from 'node:child_process'
import { cpSync, existsSync, mkdtempSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'

const PARTS = [
  'astro.config.mjs',
  'package.json',
  'tsconfig.json',
  'netlify.toml',
  '.env.embedded',
  'docs',
  'public',
  'src',
  'supabase',
  'tools',
]

/** The path of a new folder. */
export function copyProject(): string {
  const root = mkdtempSync(join(tmpdir(), 'zulf-content-'))
  for (const part of PARTS)
    cpSync(part, join(root, part), { recursive: true, filter: isOfTheBuild })
  symlinkSync(resolve('node_modules'), join(root, 'node_modules'), 'junction')
  return root
}

/** `by` gets '' where the file is new. */
export function change(root: string, file: string, by: (text: string) => string): void {
  const path = join(root, file)
  writeFileSync(path, by(existsSync(path) ? readFileSync(path, 'utf8') : ''))
}

export interface Ended {
  code: number
  printed: string
}

export function build(root: string): Promise<Ended> {
  return runProgram(root, ['node_modules/astro/bin/astro.mjs', 'build', '--mode', 'embedded'])
}

/** Runs a script of the copy to its end. */
export function runProgram(
  root: string,
  args: string[],
  env: NodeJS.ProcessEnv = {},
): Promise<Ended> {
  const options = { cwd: root, env: { ...process.env, ASTRO_TELEMETRY_DISABLED: '1', ...env } }
  return new Promise((done) => {
    execFile(process.execPath, args, options, (error, stdout, stderr) => {
      done({ code: error ? 1 : 0, printed: `${stdout}${stderr}` })
    })
  })
}

/** No build reads installed packages and the benchmarks. */
function isOfTheBuild(path: string): boolean {
  return !/node_modules|^tools\/bench/.test(path)
}
