import { parseDocument } from 'yaml'

export interface FrontMatter {
  data: Record<string, unknown>
  body: string
  /** Lines of the file before the body. */
  linesBefore: number
}

const FENCE = '---'

/**
 * Splits a Markdown file into its fields and its text. Values are those of YAML 1.2, where a date is
 * a string. Throws an error whose message says what to write.
 */
export function parseFrontMatter(contents: string): FrontMatter {
  const lines = contents.replace(/^\uFEFF/, '').split(/\r?\n/)
  if (lines[0]?.trimEnd() !== FENCE) {
    throw new Error(
      'the front matter is missing. Begin the file with a line ---, the fields one a line, and another line ---.',
    )
  }
  const end = lines.findIndex((line, index) => index > 0 && line.trimEnd() === FENCE)
  if (end < 0) {
    throw new Error(
      'the front matter is not closed. Write a line --- after its last field, before the text.',
    )
  }
  return {
    data: parseFields(lines.slice(1, end).join('\n')),
    body: lines.slice(end + 1).join('\n'),
    linesBefore: end + 1,
  }
}

function parseFields(yaml: string): Record<string, unknown> {
  const document = parseDocument(yaml, { prettyErrors: false })
  const [error] = document.errors
  if (error) {
    // The front matter begins on the second line of the file.
    const line = yaml.slice(0, error.pos[0]).split('\n').length + 1
    throw new Error(
      `line ${line} cannot be read (${error.message}). Write "field: value", and put a value that has a colon into quotes.`,
    )
  }
  const data: unknown = document.toJS() ?? {}
  if (data instanceof Object && !Array.isArray(data)) return data as Record<string, unknown>
  throw new Error('the front matter has no fields. Write one a line, as "field: value".')
}
