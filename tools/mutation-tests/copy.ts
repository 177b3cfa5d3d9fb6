import { execFileSync } from 'node:child_process'
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  realpathSync,
  rmSync,
  symlinkSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../../', import.meta.url))

export interface Copy {
  path: string
  remove(): void
}

/** A copy of the project as it is now, whose files may be changed; it shares what npm installed. */
export function copyProject(): Copy {
  const path = mkdtempSync(join(tmpdir(), 'zulf-guards-'))
  const listed = execFileSync(
    'git',
    ['ls-files', '-z', '--cached', '--others', '--exclude-standard'],
    {
      cwd: root,
      encoding: 'utf8',
    },
  )
  const files = listed.split('\0').filter((file) => file && existsSync(join(root, file)))
  for (const file of files) {
    // The heaviest files by far, which no test of a guard looks at.
    if (/\.(webp|png|jpe?g|woff2)$/.test(file) || file === 'node_modules') continue
    mkdirSync(dirname(join(path, file)), { recursive: true })
    cpSync(join(root, file), join(path, file))
  }
  // What the database tests start with: to make it anew takes longer than they do.
  const made = '.cache/test-database'
  if (existsSync(join(root, made))) cpSync(join(root, made), join(path, made), { recursive: true })
  symlinkSync(realpathSync(join(root, 'node_modules')), join(path, 'node_modules'))
  return { path, remove: () => rmSync(path, { recursive: true, force: true }) }
}
