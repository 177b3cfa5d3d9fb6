import type { ContentFile } from './content-files.ts'

/** One sentence for each file whose text is that of an earlier one. */
export function repeatedTexts(_root: string, files: ContentFile[]): string[] {
  return files.flatMap(({ file, body }, index) => {
    const first = files.slice(0, index).find((earlier) => earlier.body === body)
    if (!first) return []
    return `${file}: the text is that of ${first.file}. Write its own, or remove one of the two files.`
  })
}
