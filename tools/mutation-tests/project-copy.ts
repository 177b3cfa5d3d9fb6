import { execFileSync } from 'node:child_process'
import { cpSync, existsSync, mkdtempSync, realpathSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../../', import.meta.url))

export interface ProjectCopy {
  path: string
  remove(): void
}

/** Copies the project with uncommitted changes; node_modules is shared. */
export function copyProject(): ProjectCopy {
  const path = mkdtempSync(join(tmpdir(), 'zulf-mutations-'))
  const listed = execFileSync(
    'git',
    ['ls-files', '-z', '--cached', '--others', '--exclude-standard'],
    { cwd: root, encoding: 'utf8' },
  )
  // Pictures and fonts are the largest files, and no test of the list reads them.
  const files = listed
    .split('\0')
    .filter((file) => file && file !== 'node_modules' && !/\.(webp|png|jpe?g|woff2)$/.test(file))
  // Making this database takes longer than most tests that use it.
  for (const file of [...files, '.cache/test-database']) {
    if (existsSync(join(root, file)))
      cpSync(join(root, file), join(path, file), { recursive: true })
  }
  symlinkSync(realpathSync(join(root, 'node_modules')), join(path, 'node_modules'))
  return { path, remove: () => rmSync(path, { recursive: true, force: true }) }
}
