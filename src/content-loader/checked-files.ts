import { relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { glob, type Loader } from 'astro/loaders'
import { userError } from '#kit/user-error.ts'
import { type ContentSchema, fileProblems } from './file-problems.ts'
import { type FieldProblem, inFile, type Problem, stopAt } from './problem.ts'

export interface LoadedFile {
  /** The file's name without `.md`. */
  id: string
  filePath?: string
  body?: string
  data: Record<string, unknown>
}

export interface Checks {
  /** What is wrong with the name of a file, without `.md`. */
  nameProblem?: (name: string) => FieldProblem | undefined
  /** What is wrong with the files together. */
  together?: ((root: string, files: LoadedFile[]) => Problem[])[]
}

/**
 * Astro's glob() of the Markdown files in src/content/{folder}; the id of an entry is the name of its file.
 * A mistake stops the build with a sentence that names the file, the field and what to write. In
 * development it is logged.
 */
export function checkedFiles(
  folder: string,
  schema: ContentSchema,
  { nameProblem = () => undefined, together = [] }: Checks,
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
      const mistakes: Problem[] = []
      let isLoaded = false
      // A file that did not change may name a picture that is gone.
      context.store.clear()
      const parseData: typeof context.parseData = async (entry) => {
        const file = relative(root, entry.filePath ?? '').replaceAll('\\', '/')
        const wrongName = nameProblem(entry.id)
        const found = wrongName ? [wrongName] : fileProblems(root, file, schema, entry.data)
        if (found.length === 0) return context.parseData(entry)
        if (isLoaded) stopAt(inFile(file, found))
        mistakes.push(...inFile(file, found))
        return entry.data
      }
      await files.load({ ...context, parseData }).catch((error) => {
        throw readable(root, error)
      })
      if (mistakes.length === 0) {
        mistakes.push(...together.flatMap((check) => check(root, context.store.values())))
      }
      stopAt(mistakes)
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
    `${relative(root, file)}: line ${line + 1} cannot be read (${error.message}). Write "field: value" with the indentation of the lines around it, and put a value into quotes that has a colon or begins with a sign.`,
  )
}

/** One for each file whose text is that of an earlier one. */
export function repeatedTexts(_root: string, files: LoadedFile[]): Problem[] {
  return repeated(files, ({ body }) => body, 'the text')
}

/** One for each file in which this field is that of an earlier one. */
export function repeatedValues(field: string) {
  return (_root: string, files: LoadedFile[]) =>
    repeated(files, ({ data }) => data[field], `"${field}"`)
}

function repeated(
  files: LoadedFile[],
  fieldOf: (file: LoadedFile) => unknown,
  what: string,
): Problem[] {
  return files.flatMap((file, index) => {
    const first = files.slice(0, index).find((earlier) => fieldOf(earlier) === fieldOf(file))
    if (!first) return []
    return {
      file: file.filePath ?? file.id,
      what: `${what} is that of ${first.filePath}`,
      write: 'Write its own, or remove one of the two files',
    }
  })
}
