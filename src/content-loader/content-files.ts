/* The Markdown files of a folder, validated before Astro sees them. */

import type { SchemaContext } from 'astro:content'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'astro/zod'
import { bodyProblems } from './body-problems.ts'
import { parseFrontMatter } from './front-matter.ts'
import { pictureProblem } from './pictures.ts'
import { schemaProblems } from './schema-problems.ts'

export type ContentSchema = z.ZodType | ((context: SchemaContext) => z.ZodType)

export interface ContentFile {
  /** The file's name without `.md`. */
  id: string
  /** The file's path below the root, with slashes. */
  file: string
  contents: string
  /** The fields as written, not parsed by the schema. */
  data: Record<string, unknown>
  body: string
}

export interface ReadResult {
  files: ContentFile[]
  /** Sentences that begin with the name of a file. */
  problems: string[]
}

/** What is wrong with the name of a file, without `.md`; undefined for a valid one. */
export type NameProblem = (name: string) => string | undefined

/** Reads the files of a folder. Those with problems are left out of `files`. */
export function readContentFiles(
  root: string,
  folder: string,
  schema: ContentSchema,
  nameProblem: NameProblem = () => undefined,
): ReadResult {
  const result: ReadResult = { files: [], problems: [] }
  for (const name of readdirSync(join(root, folder)).filter((entry) => entry.endsWith('.md'))) {
    const file = `${folder}/${name}`
    const { entry, problems } = readContentFile(root, file, schema)
    const wrongName = nameProblem(name.slice(0, -'.md'.length))
    if (wrongName) problems.push(wrongName)
    else if (entry) result.files.push(entry)
    result.problems.push(...problems.map((problem) => `${file}: ${problem}`))
  }
  return result
}

function readContentFile(root: string, file: string, schema: ContentSchema) {
  const contents = readFileSync(join(root, file), 'utf8')
  try {
    const { data, body, linesBefore } = parseFrontMatter(contents)
    const fields =
      typeof schema === 'function' ? schema({ image: () => picture(root, file) }) : schema
    const problems = [
      ...schemaProblems(fields, data),
      ...bodyProblems(body, { root, file, linesBefore }),
    ]
    const id = file.replace(/^.*\/|\.md$/g, '')
    return problems.length > 0
      ? { problems }
      : { problems, entry: { id, file, contents, data, body: body.trim() } }
  } catch (error) {
    if (!(error instanceof Error)) throw error
    return { problems: [error.message] }
  }
}

/** Replaces Astro's image(), whose error names neither the content file nor the expected path. */
function picture(root: string, file: string): ReturnType<SchemaContext['image']> {
  const schema = z
    .string()
    .superRefine((value, context) => {
      const problem = pictureProblem(root, file, value)
      if (problem) context.addIssue({ code: 'custom', message: problem })
    })
    .describe('the path of a picture, such as ../../assets/blog/8.webp')
  return schema as unknown as ReturnType<SchemaContext['image']>
}
