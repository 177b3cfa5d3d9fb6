import type { LoadedFile } from './checked-files.ts'

/** One sentence for each file whose text is that of an earlier one. */
export function repeatedTexts(_root: string, files: LoadedFile[]): string[] {
  return files.flatMap(({ filePath, body }, index) => {
    const first = files.slice(0, index).find((earlier) => earlier.body === body)
    if (!first) return []
    return `${filePath}: the text is that of ${first.filePath}. Write its own, or remove one of the two files.`
  })
}
