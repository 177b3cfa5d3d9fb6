/* What a build says of a mistake before it builds, without Astro: the same checks, called on a folder. */
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { stripTypeScriptTypes } from 'node:module'
import { tmpdir } from 'node:os'
import { basename, join, resolve } from 'node:path'
import { parseEnv } from 'node:util'
import { parseFrontmatter } from 'astro/markdown'
import type { Settings } from '#config/settings.ts'
import { fileProblems } from '#content-loader/file-problems.ts'
import { inFile, type Problem } from '#content-loader/problem.ts'
import { blogSchema, postNameProblem } from '#shop/blog/blog.schema.ts'
import { projectProblems } from '#tools/build/checks/checks.ts'
import type { Mistake } from './mistakes.ts'

const COPIED = [
  'src/content',
  'src/config',
  'src/content.config.ts',
  'netlify.toml',
  '.env.embedded',
]
const LINKED = ['public', 'supabase', 'src/assets']
const VARIABLES = Object.keys(parseEnv(readFileSync('.env.embedded', 'utf8')))

/** A folder with what the checks read. */
export function openProject() {
  const root = mkdtempSync(join(tmpdir(), 'zulf-mistakes-'))
  mkdirSync(join(root, 'src'))
  for (const part of COPIED) cpSync(part, join(root, part), { recursive: true })
  for (const part of LINKED) symlinkSync(resolve(part), join(root, part), 'junction')
  return {
    root,
    close: () => rmSync(root, { recursive: true }),
    /** The settings and the problems of the project with this mistake. */
    async withMistake({ file, text }: Pick<Mistake, 'file' | 'text'>): Promise<Refusal> {
      const before = readFileSync(join(root, file))
      writeFileSync(join(root, file), text)
      try {
        return await refusalOf(root, file)
      } finally {
        writeFileSync(join(root, file), before)
      }
    },
  }
}

export interface Refusal {
  problems: Problem[]
  settings?: Settings
  env: NodeJS.Dict<string>
}

async function refusalOf(root: string, file: string): Promise<Refusal> {
  const env = parseEnv(readFileSync(join(root, '.env.embedded'), 'utf8'))
  const settings = await readSettings(join(root, 'src/config/settings.ts'))
  if (!settings) return { problems: [unreadable('src/config/settings.ts')], env }
  const { site } = settings
  const problems = [
    ...(await projectProblems({ root, settings, site, env, variables: VARIABLES })),
    ...(file.startsWith('src/content/blog/') ? articleProblems(root, file) : []),
  ]
  return { problems: problems.filter(({ isWarning }) => !isWarning), settings, env }
}

/** Undefined where it is no TypeScript. */
async function readSettings(file: string): Promise<Settings | undefined> {
  try {
    const script = stripTypeScriptTypes(readFileSync(file, 'utf8'))
    const url = `data:text/javascript;base64,${Buffer.from(script).toString('base64')}`
    return ((await import(/* @vite-ignore */ url)) as { settings?: Settings }).settings
  } catch {
    return undefined
  }
}

function articleProblems(root: string, file: string): Problem[] {
  const wrongName = postNameProblem(basename(file, '.md'))
  if (wrongName) return inFile(file, [wrongName])
  try {
    const { frontmatter } = parseFrontmatter(readFileSync(join(root, file), 'utf8'))
    return inFile(file, fileProblems(root, file, blogSchema, frontmatter))
  } catch {
    return [unreadable(file)]
  }
}

/** Astro's own parser stops at it. */
function unreadable(file: string): Problem {
  return { file, what: 'cannot be read', write: 'Correct it' }
}
