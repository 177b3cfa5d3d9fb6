/* Pictures that content files refer to. They are files of the repository, which the build resizes. */
import { existsSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'

const FORMATS = /\.(avif|gif|jpe?g|png|webp)$/i
const HAS_SCHEME = /^([a-z][a-z0-9+.-]*:|\/\/)/i

/** What is wrong with the path of a picture that `file` names, or undefined. Both are below `root`. */
export function pictureProblem(root: string, file: string, picture: string): string | undefined {
  if (HAS_SCHEME.test(picture)) {
    return `is ${picture}, a picture of another site, which the browser would block. Save the picture in src/assets and write its path, such as ../../assets/blog/8.webp.`
  }
  const path = picture.startsWith('/')
    ? join('public', picture)
    : normalize(join(dirname(file), picture))
  if (!FORMATS.test(path)) {
    return `is ${picture}. Write the path of a picture whose name ends in .webp, .jpg, .png, .avif or .gif.`
  }
  if (existsSync(join(root, path))) return undefined
  return `is ${picture}, and there is no such picture. Save it as ${path.replaceAll('\\', '/')}, or write the path of one that exists.`
}
