import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import type { Loader } from 'astro/loaders'
import { userError } from '#kit/user-error.ts'
import {
  type ContentFile,
  type ContentSchema,
  type NameProblem,
  readContentFiles,
} from './content-files.ts'

export interface FolderRules {
  /** Below the root, such as src/content/blog. */
  folder: string
  schema: ContentSchema
  nameProblem?: NameProblem
  /** What is wrong with the files together, as sentences. */
  check?: (root: string, files: ContentFile[]) => string[]
  /** Other files that `check` reads. */
  alsoReads?: string[]
}

/**
 * Loads the Markdown files of a folder; the id of an entry is the name of its file. A mistake stops the
 * build with a sentence that names the file, the field and what to write. In development it is logged.
 */
export function markdownLoader({
  folder,
  schema,
  nameProblem,
  check,
  alsoReads = [],
}: FolderRules): Loader {
  return {
    name: 'markdown-folder',
    async load({ config, store, watcher, logger, parseData, renderMarkdown }) {
      const root = fileURLToPath(config.root)

      async function loadAll(): Promise<void> {
        const { files, problems } = readContentFiles(root, folder, schema, nameProblem)
        if (problems.length === 0 && check) problems.push(...check(root, files))
        if (problems.length > 0) throw userError(problems.join('\n'))
        store.clear()
        for (const { id, file, contents, data, body } of files) {
          const filePath = join(root, file)
          const rendered = await renderMarkdown(contents, { fileURL: pathToFileURL(filePath) })
          store.set({
            id,
            data: await parseData({ id, data, filePath }),
            body,
            filePath: file,
            rendered,
            ...(rendered.metadata?.imagePaths && { assetImports: rendered.metadata.imagePaths }),
          })
        }
      }

      async function reload(changed: string): Promise<void> {
        const watched = [folder, ...alsoReads].some((path) => changed.startsWith(join(root, path)))
        if (watched) await loadAll().catch((error: Error) => logger.error(error.message))
      }

      await loadAll()
      watcher?.add([folder, ...alsoReads].map((path) => join(root, path)))
      for (const event of ['add', 'change', 'unlink'] as const) watcher?.on(event, reload)
    },
  }
}
