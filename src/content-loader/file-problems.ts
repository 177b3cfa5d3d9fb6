/* What is wrong with the fields and the text of a content file. */
import type { SchemaContext } from 'astro:content'
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { z } from 'astro/zod'
import { markdownToMdast } from 'satteri'
import { schemaProblems } from './schema-problems.ts'

export type ContentSchema = z.ZodType | ((context: SchemaContext) => z.ZodType)

type Node = ReturnType<typeof markdownToMdast>

const LINK_SCHEMES = /^(https?|mailto|tel):/i
const ANY_SCHEME = /^([a-z][a-z0-9+.-]*:|\/\/)/i
const FORMATS = /\.(avif|gif|jpe?g|png|webp)$/i
const FRONT_MATTER = /^\uFEFF?---\r?\n[\s\S]*?\r?\n---[^\S\n]*(?=\n|$)/

/** One sentence for each mistake. `file` is its path below the root, `data` its fields as YAML has them. */
export function fileProblems(
  root: string,
  file: string,
  schema: ContentSchema,
  data: Record<string, unknown>,
): string[] {
  const contents = readFileSync(join(root, file), 'utf8')
  const pictureProblem = (picture: string) => problemOfPicture(root, file, picture)
  const fields =
    typeof schema === 'function' ? schema({ image: () => pictureField(pictureProblem) }) : schema
  // The lines of the text keep their numbers.
  const text = contents.replace(FRONT_MATTER, (fields) => fields.replace(/[^\n]/g, ''))
  return [
    ...schemaProblems(fields, data),
    ...impossibleDays(data, contents),
    ...textProblems(text, pictureProblem),
    ...(text.trim() === '' ? ['the text is empty. Write it below the second line ---.'] : []),
  ]
}

/** Replaces Astro's image(), whose error names neither the content file nor the expected path. */
function pictureField(problemOf: (picture: string) => string | undefined) {
  const schema = z
    .string()
    .superRefine((value, context) => {
      const problem = problemOf(value)
      if (problem) context.addIssue({ code: 'custom', message: problem })
    })
    .describe('the path of a picture, such as ../../assets/blog/8.webp')
  return schema as unknown as ReturnType<SchemaContext['image']>
}

/** YAML makes March 2 of a February 30. */
function impossibleDays(data: Record<string, unknown>, contents: string): string[] {
  return Object.entries(data).flatMap(([field, value]) =>
    value instanceof Date && !contents.includes(value.toISOString().slice(0, 10))
      ? `"${field}" is no day of the calendar. Write a day that exists, such as 2025-04-29.`
      : [],
  )
}

function textProblems(
  text: string,
  pictureProblem: (picture: string) => string | undefined,
): string[] {
  const nodes = allNodes(markdownToMdast(text))
  const pictureNames = nodes.flatMap((node) =>
    node.type === 'imageReference' ? [node.identifier] : [],
  )
  return nodes.flatMap((node) => {
    const problem = problemOf(node)
    return problem ? `line ${node.position?.start.line ?? 1} ${problem}` : []
  })

  function problemOf(node: Node): string | undefined {
    if (node.type === 'html') {
      return `has HTML (${firstLine(node.value)}). Write it in Markdown: HTML is not published.`
    }
    if (
      node.type === 'image' ||
      (node.type === 'definition' && pictureNames.includes(node.identifier))
    ) {
      const problem = pictureProblem(node.url)
      return problem && `has a picture whose path ${problem}`
    }
    if (node.type !== 'link' && node.type !== 'definition') return undefined
    if (!ANY_SCHEME.test(node.url) || LINK_SCHEMES.test(node.url)) return undefined
    return `links to ${node.url}. Write a link that begins with https://, mailto:, tel: or /.`
  }
}

/** Pictures are files of the repository, which the build resizes. */
function problemOfPicture(root: string, file: string, picture: string): string | undefined {
  if (ANY_SCHEME.test(picture)) {
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

function allNodes(node: Node): Node[] {
  const children = 'children' in node ? (node.children as Node[]) : []
  return [node, ...children.flatMap(allNodes)]
}

function firstLine(html: string): string {
  const [line = ''] = html.trim().split('\n')
  return line.length > 60 ? `${line.slice(0, 60)}…` : line
}
