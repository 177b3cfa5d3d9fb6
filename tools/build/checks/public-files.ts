import { globSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { Check } from './project.ts'

const MOST_KB = 300

/** Pictures in `public` are published as they are. */
export const publicFiles: Check = ({ root }) =>
  globSync('public/**/*.{avif,gif,jpg,jpeg,png,svg,webp}', { cwd: root }).flatMap((file) => {
    const kB = Math.round(statSync(join(root, file)).size / 1000)
    if (kB > 0 && kB <= MOST_KB) return []
    return {
      file: file.replaceAll('\\', '/'),
      what: `the picture has ${kB} kB, and a build does not resize what is in public`,
      write:
        kB === 0
          ? 'Save it again'
          : `Save it with at most ${MOST_KB} kB, or put it into src/assets and show it from there`,
    }
  })
