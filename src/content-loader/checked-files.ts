import { relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { glob, type Loader } from 'astro/loaders'
import { userError } from '#kit/user-error.ts'
import { type ContentSchema, fileProblems } from './file-problems.ts'

export interface LoadedFile {
  /** The file's name without `.md`. */
  id: string
  filePath?: string
  body?: string
}

export interface Checks {
  /** What is wrong with the name of a file, without `.md`. */
  nameProblem?: (name: string) => string | undefined
  /** What is wrong with the files together, as sentences. */
  together?: (root: string, files: LoadedFile[]) => string[]
}

/**
 * Astro's glob() of the Markdown files in src/content/{folder}; the id of an entry is the name of its file.
 * A mistake stops the build with a sentence that names the file, the field and what to write. In
 * development it is logged.
 */
export function checkedFiles(
  folder: string,
  schema: ContentSchema,
  { nameProblem = () => undefined, together = () => [] }: Checks,
): Loader {
  const files = glob({
    base: `src/content/${folder}`,
    pattern: '*.md',
    generateId: ({ entry }) => entry.replace(/\.md$/, ''),
  })
  return {
    name: 'checked-files',
    async load(context) {
      const root = fileURLToPath(context.config.root)
      const mistakes: string[] = []
      let isLoaded = false
      // A file that did not change may name a picture that is gone.
      context.store.clear()
      const parseData: typeof context.parseData = async (entry) => {
        const file = relative(root, entry.filePath ?? '').replaceAll('\\', '/')
        const wrongName = nameProblem(entry.id)
        const found = wrongName ? [wrongName] : fileProblems(root, file, schema, entry.data)
        if (found.length === 0) return context.parseData(entry)
        const sentences = found.map((problem) => `${file}: ${problem}`)
        if (isLoaded) throw userError(sentences.join('\n'))
        mistakes.push(...sentences)
        return entry.data
      }
      await files.load({ ...context, parseData }).catch((error) => {
        throw readable(root, error)
      })
      if (mistakes.length === 0) mistakes.push(...together(root, context.store.values()))
      if (mistakes.length > 0) throw userError(mistakes.sort().join('\n'))
      isLoaded = true
    },
  }
}

/** The parser of the fields says what is wrong and where, but not what to write. */
function readable(root: string, error: Error & { loc?: { file?: string; line?: number } }): Error {
  const { file, line = 0 } = error.loc ?? {}
  if (!file) return error
  // The fields begin on the second line of the file.
  return userError(
    `${relative(root, file)}: line ${line + 1} cannot be read (${error.message}). Write "field: value", and put a value that has a colon into quotes.`,
  )
}

/** One sentence for each file whose text is that of an earlier one. */
export function repeatedTexts(_root: string, files: LoadedFile[]): string[] {
  return files.flatMap(({ filePath, body }, index) => {
    const first = files.slice(0, index).find((earlier) => earlier.body === body)
    if (!first) return []
    return `${filePath}: the text is that of ${first.filePath}. Write its own, or remove one of the two files.`
  })
}
