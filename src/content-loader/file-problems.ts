/* What is wrong with the fields and the text of a content file. */
import type { SchemaContext } from 'astro:content'
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { z } from 'astro/zod'
import { markdownToMdast } from 'satteri'
import { paths } from '#paths.ts'
import { pictureKind } from './picture-kind.ts'
import type { FieldProblem } from './problem.ts'
import { schemaProblems } from './schema-problems.ts'

export type ContentSchema = z.ZodType | ((context: SchemaContext) => z.ZodType)

type Node = ReturnType<typeof markdownToMdast>

const LINK_SCHEMES = /^(https?|mailto|tel):/i
const ANY_SCHEME = /^([a-z][a-z0-9+.-]*:|\/\/)/i
const FORMATS = /\.(avif|gif|jpe?g|png|webp)$/i
const FRONT_MATTER = /^\s*---\r?\n[\s\S]*?\r?\n---[^\S\n]*(?=\n|$)/

/** `file` is its path below the root, `data` its fields as YAML has them. */
export function fileProblems(
  root: string,
  file: string,
  schema: ContentSchema,
  data: Record<string, unknown>,
): FieldProblem[] {
  const contents = readFileSync(join(root, file), 'utf8')
  const pictureProblem = (picture: string) => problemOfPicture(root, file, picture)
  const fields =
    typeof schema === 'function' ? schema({ image: () => pictureField(pictureProblem) }) : schema
  if (Object.keys(data).length === 0) {
    return [{ what: 'has no fields', write: 'Write them between two lines ---, at its beginning' }]
  }
  // The lines of the text keep their numbers.
  const text = contents.replace(FRONT_MATTER, (fields) => fields.replace(/[^\n]/g, ''))
  return [
    ...schemaProblems(fields, data),
    ...impossibleDays(data, contents),
    ...cutValues(data, contents),
    ...textProblems(text, pictureProblem),
    ...(text.trim() === ''
      ? [{ what: 'the text is empty', write: 'Write it below the second line ---' }]
      : []),
  ]
}

/** Replaces Astro's image(), whose error names neither the content file nor the expected path. */
function pictureField(problemOf: (picture: string) => FieldProblem | undefined) {
  const schema = z
    .string()
    .superRefine((value, context) => {
      const problem = value.startsWith('/') ? notInAssets(value) : problemOf(value)
      if (problem) {
        context.addIssue({ code: 'custom', message: `${problem.what}. ${problem.write}.` })
      }
    })
    .describe('the path of a picture, such as ../../assets/blog/8.webp')
  return schema as unknown as ReturnType<SchemaContext['image']>
}

/** A field's picture is resized, and Astro resizes none of `public`. */
function notInAssets(picture: string): FieldProblem {
  return {
    what: `is ${picture}, a path of the site`,
    write: 'Write the path of a file in src/assets, such as ../../assets/blog/8.webp',
  }
}

/** YAML makes March 2 of a February 30. */
function impossibleDays(data: Record<string, unknown>, contents: string): FieldProblem[] {
  const [fields = ''] = FRONT_MATTER.exec(contents) ?? []
  return Object.entries(data)
    .filter(
      ([, value]) => value instanceof Date && !fields.includes(value.toISOString().slice(0, 10)),
    )
    .map(([field]) => ({
      what: `"${field}" is no day of the calendar`,
      write: 'Write a day that exists, such as 2025-04-29',
    }))
}

/** YAML ends a value at " #", but for one in quotes or brackets, or on lines after "|" or ">". */
function cutValues(data: Record<string, unknown>, contents: string): FieldProblem[] {
  const [fields = ''] = FRONT_MATTER.exec(contents) ?? []
  const read = JSON.stringify(data)
  return fields.split('\n').flatMap((line, index) => {
    if (/^\s*(- +)*([\w-]+: +)?["'[{|>]/.test(line)) return []
    // The last line of a value in quotes ends with one.
    const [, rest = ''] = /^\s*[^#\s].*?\s(#.*?)["']?\s*$/.exec(line) ?? []
    if (read.includes(JSON.stringify(rest).slice(1, -1))) return []
    return {
      what: `line ${index + 1} is read up to ${rest}`,
      write: 'Put the value into quotes, or a note on a line of its own',
    }
  })
}

function textProblems(
  text: string,
  pictureProblem: (picture: string) => FieldProblem | undefined,
): FieldProblem[] {
  const nodes = allNodes(markdownToMdast(text))
  const pictureNames = nodes.flatMap((node) =>
    node.type === 'imageReference' ? [node.identifier] : [],
  )
  return nodes.flatMap((node) => {
    const problem = problemOf(node)
    if (!problem) return []
    const { what, write } = problem
    return [{ what: `line ${node.position?.start.line ?? 1} ${what}`, write }]
  })

  function problemOf(node: Node): FieldProblem | undefined {
    if (
      node.type === 'image' ||
      (node.type === 'definition' && pictureNames.includes(node.identifier))
    ) {
      const problem = pictureProblem(node.url)
      return problem && { ...problem, what: `has a picture whose path ${problem.what}` }
    }
    if (node.type === 'link' || node.type === 'definition') return problemOfLink(node.url)
    return problemOfWords(node)
  }
}

function problemOfLink(url: string): FieldProblem | undefined {
  if (url === paths.admin || url.startsWith(`${paths.admin}/`)) {
    return {
      what: `links to ${url}, a page of the admin`,
      write: 'Write the path of a public page',
    }
  }
  if (url === '' || url === '#') return { what: 'has a link to nothing', write: 'Write its URL' }
  if (/^https?:\/\/(localhost|127\.0\.0\.1)\b/i.test(url)) {
    return { what: `links to ${url}, which is your own machine`, write: 'Write the path alone' }
  }
  if (!ANY_SCHEME.test(url) || LINK_SCHEMES.test(url)) return undefined
  return {
    what: `links to ${url}`,
    write: 'Write a link that begins with https://, mailto:, tel: or /',
  }
}

function problemOfWords(node: Node): FieldProblem | undefined {
  if (node.type === 'html') {
    return {
      what: `has HTML (${firstLine(node.value)})`,
      write: 'Write it in Markdown: HTML is not published',
    }
  }
  if (node.type === 'text' && /\]\(|\]\[/.test(node.value)) {
    return {
      what: `has a link or a picture that cannot be read (${firstLine(node.value)})`,
      write: 'Write [words](URL), the URL without spaces: %20 stands for one',
    }
  }
  if (node.type === 'text' && /^#{2,6}[^\s#]/.test(node.value)) {
    return { what: `has ${firstLine(node.value)} as text`, write: 'Write a space after the #' }
  }
  if (node.type !== 'heading') return undefined
  if (node.depth === 1) {
    return {
      what: 'is a heading of the first level, which the page has already',
      write: 'Write ## before it',
    }
  }
  if (allNodes(node).some((part) => 'value' in part && String(part.value).trim() !== '')) return
  return { what: 'is a heading without words', write: 'Write the words after the #, or remove it' }
}

/** Pictures are files of the repository, which the build resizes. */
function problemOfPicture(root: string, file: string, picture: string): FieldProblem | undefined {
  if (ANY_SCHEME.test(picture)) {
    return {
      what: `is ${picture}, a picture of another site, which the browser would block`,
      write: 'Save the picture in src/assets and write its path, such as ../../assets/blog/8.webp',
    }
  }
  if (picture.includes('\\')) return { what: `is ${picture}`, write: 'Write / in place of each \\' }
  const path = picture.startsWith('/')
    ? join('public', picture)
    : normalize(join(dirname(file), picture))
  if (!FORMATS.test(path)) {
    return {
      what: `is ${picture}`,
      write: 'Write the path of a picture whose name ends in .webp, .jpg, .png, .avif or .gif',
    }
  }
  if (!existsSync(join(root, path))) {
    return {
      what: `is ${picture}, and there is no such picture`,
      write: `Save it as ${path.replaceAll('\\', '/')}, or write the path of one that exists`,
    }
  }
  if (pictureKind(readFileSync(join(root, path)))) return undefined
  return {
    what: `is ${picture}, and that file is no picture that browsers show`,
    write: 'Save the picture again as WebP, JPEG, PNG, AVIF or GIF',
  }
}

function allNodes(node: Node): Node[] {
  const children = 'children' in node ? (node.children as Node[]) : []
  return [node, ...children.flatMap(allNodes)]
}

function firstLine(text: string): string {
  const [line = ''] = text.trim().split('\n')
  return line.length > 60 ? `${line.slice(0, 60)}…` : line
}
