import { isUtf8 } from 'node:buffer'
import { readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { PRICE_LIST_FILE } from '#content-loader/price-problems.ts'
import type { Problem } from '#content-loader/problem.ts'
import { countOf } from '#kit/text.ts'
import { paths } from '#paths.ts'
import type { Check } from './project.ts'
import { SETTINGS_FILE } from './settings.ts'

const FOLDER = 'src/content'
const CONFIG = 'src/content.config.ts'

/** Files that pages show or link to by their names. */
const NAMED = [
  'about/mission.md',
  'about/quality.md',
  'about/story.md',
  'about/sustainability.md',
  'about/transparency.md',
  ...[paths.delivery, paths.ourParcel].map((path) => `help${path}.md`),
  ...[paths.privacy, paths.returns, paths.terms].map((path) => `legal${path}.md`),
]

/** What macOS, Windows and editors write into folders by themselves. */
const OF_SYSTEM = /^(\.DS_Store|\._.*|Thumbs\.db|desktop\.ini|\..*\.swp)$/i

/** What lies in src/content is read, and can be; what other files link to is there. */
export const contentFiles: Check = ({ root, settings }) => {
  const entries = readdirSync(join(root, FOLDER), { recursive: true, withFileTypes: true })
  const files = entries
    .filter((entry) => entry.isFile() && !OF_SYSTEM.test(entry.name))
    .map((entry) => relative(root, join(entry.parentPath, entry.name)).replaceAll('\\', '/'))
    .sort()
  const readFolders = foldersOf(readFileSync(join(root, CONFIG), 'utf8'))
  const missing = NAMED.map((name) => `${FOLDER}/${name}`).filter((file) => !files.includes(file))
  return [
    ...(['testimonials', 'results'] as const)
      .filter((folder) => settings.shows[folder])
      .flatMap((folder) => tooFewProblem(folder, files)),
    ...missing.map((file) => ({ file, ...MISSING })),
    ...files.filter((file) => !isRead(file, readFolders)).map((file) => ({ file, ...NOT_READ })),
    ...files.filter(isUnshown).map((file) => ({ file, ...UNSHOWN })),
    ...[SETTINGS_FILE, ...files].flatMap((file) => encodingProblem(root, file)),
  ]
}

/** What a part of the home page needs. Testimonials are a row of three, and go round (rule 9.2). */
const LEAST_FILES = { testimonials: 3, results: 1 }

function tooFewProblem(folder: keyof typeof LEAST_FILES, files: string[]): Problem[] {
  const count = files.filter((file) => file.startsWith(`${FOLDER}/${folder}/`)).length
  const least = LEAST_FILES[folder]
  if (count >= least) return []
  const what = `shows.${folder} is true, and ${FOLDER}/${folder} has ${countOf(count, 'file')} of at least ${least}`
  return [{ file: SETTINGS_FILE, what, write: 'Write false, or add files' }]
}

const MISSING = { what: 'is missing, and pages show or link to it', write: 'Put it back' }
const NOT_READ = {
  what: 'is not read',
  write: `Rename it to a name that ends in .md, in a folder of ${FOLDER} itself such as ${FOLDER}/blog/9.md, or remove it`,
}
const UNSHOWN = {
  what: 'is no passage of the page "About"',
  write: 'Move its text into another file of its folder, or remove it',
}

/** That page names its passages. The other folders are shown whole. */
function isUnshown(file: string): boolean {
  const name = file.slice(FOLDER.length + 1)
  return /^about\/[^/]+\.md$/.test(name) && !NAMED.includes(name)
}

/** `files('blog', …)` → `blog` */
function foldersOf(config: string): string[] {
  return Array.from(config.matchAll(/\bfiles\('(\w+)'/g), ([, folder = '']) => folder)
}

function isRead(file: string, folders: string[]): boolean {
  if (file === PRICE_LIST_FILE) return true
  const [folder = '', name = '', ...below] = file.slice(FOLDER.length + 1).split('/')
  return folders.includes(folder) && below.length === 0 && /^[^.].*\.md$/.test(name)
}

function encodingProblem(root: string, file: string): Problem[] {
  const bytes = readFileSync(join(root, file))
  // UTF-16 without a mark at its start is valid UTF-8 with zeros.
  if (!isUtf8(bytes) || bytes.includes(0)) {
    return [{ file, what: 'is not UTF-8', write: 'Open it and save it as UTF-8' }]
  }
  if (!bytes.includes(REPLACED)) return []
  const what = `has ${REPLACED}, which an editor wrote in place of a letter`
  return [{ file, what, write: 'Write that letter again' }]
}

/** What stands for bytes that are not UTF-8. */
const REPLACED = '\uFFFD'
