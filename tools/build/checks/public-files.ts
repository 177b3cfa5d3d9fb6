import { globSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { Check } from './project.ts'

const MOST_KB = 300

const PICTURE = /\.(avif|gif|jpe?g|png|svg|webp)$/i

/** Pictures in `public` are published as they are. */
export const publicFiles: Check = ({ root }) =>
  globSync('public/**/*.*', { cwd: root })
    .filter((file) => PICTURE.test(file))
    .flatMap((path) => {
      const file = path.replaceAll('\\', '/')
      const { size } = statSync(join(root, path))
      if (size === 0) return { file, what: 'the picture is empty', write: 'Save it again' }
      if (size <= MOST_KB * 1000) return []
      return {
        file,
        what: `the picture has ${Math.ceil(size / 1000)} kB, and a build does not resize what is in public`,
        write: `Save it with at most ${MOST_KB} kB, or put it into src/assets and show it from there`,
      }
    })
