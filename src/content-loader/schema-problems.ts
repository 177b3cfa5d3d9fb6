import { z } from 'astro/zod'
import type { FieldProblem } from './problem.ts'

/**
 * What is wrong with `data`: the field, its value and what to write, which is the description of the field in the
 * schema. The message of a custom issue is both: "is … . Write …".
 */
export function schemaProblems(schema: z.ZodType, data: unknown): FieldProblem[] {
  const { error } = schema.safeParse(data, { reportInput: true })
  return error?.issues.map((issue) => problemOf(schema, data, issue)) ?? []
}

/** What Zod says of a `refine()` without a message. */
const UNSAID = 'Invalid input'

function problemOf(schema: z.ZodType, data: unknown, issue: z.core.$ZodIssue): FieldProblem {
  if (issue.code === 'unrecognized_keys') return unknownFields(schema, issue)
  const field = `"${nameOf(issue.path)}"`
  const described = `Write ${descriptionAt(schema, issue.path) ?? 'another value'}`
  if (issue.code === 'custom' && issue.message !== UNSAID) {
    const [, what = '', write = described] = /^(.*?)(?:\. (.*?)\.?)?$/s.exec(issue.message) ?? []
    return { what: `${field} ${what}`, write }
  }
  const value = issue.path.reduce<unknown>(memberOf, data)
  if (issue.code === 'invalid_type' && isTextOf(issue, value)) {
    return {
      what: `${field} is "${value}", which is text`,
      write: `Write it without quotes: ${value}`,
    }
  }
  const write =
    typeof value === 'string' && issue.code === 'invalid_type' && issue.expected === 'date'
      ? `${described}, without quotes`
      : described
  if (value === undefined || value === null) return { what: `${field} is missing`, write }
  if (value === '' || (Array.isArray(value) && value.length === 0)) {
    return { what: `${field} is empty`, write }
  }
  return { what: `${field} is ${shortened(value)}`, write }
}

/** Whether a number, or true or false, stands in quotes. */
function isTextOf({ expected }: z.core.$ZodIssueInvalidType, value: unknown): boolean {
  if (typeof value !== 'string' || value.trim() === '') return false
  if (expected === 'boolean') return value === 'true' || value === 'false'
  return (expected === 'number' || expected === 'int') && Number.isFinite(Number(value))
}

function unknownFields(schema: z.ZodType, issue: z.core.$ZodIssueUnrecognizedKeys): FieldProblem {
  const names = issue.keys.map((key) => `"${nameOf([...issue.path, key])}"`).join(', ')
  const parent = unwrapped(issue.path.reduce<z.ZodType | undefined>(schemaOfMember, schema))
  const fields = parent instanceof z.ZodObject ? Object.keys(parent.shape).join(', ') : ''
  return {
    what: `${names}: no such field`,
    write: `Correct the name or remove it. The fields are ${fields}`,
  }
}

/** `images`, 0, `alt` → `images[0].alt`. */
function nameOf(path: readonly PropertyKey[]): string {
  return path
    .map((key) => (typeof key === 'number' ? `[${key}]` : `.${String(key)}`))
    .join('')
    .replace(/^\./, '')
}

/** The description of a field, or of the nearest parent that has one. */
function descriptionAt(schema: z.ZodType, path: readonly PropertyKey[]): string | undefined {
  let current: z.ZodType | undefined = schema
  let description: string | undefined
  for (const key of path) {
    current = schemaOfMember(current, key)
    description = current?.description ?? unwrapped(current)?.description ?? description
  }
  return description
}

function schemaOfMember(schema: z.ZodType | undefined, key: PropertyKey): z.ZodType | undefined {
  const parent = unwrapped(schema)
  if (parent instanceof z.ZodObject) return parent.shape[String(key)] as z.ZodType | undefined
  return parent instanceof z.ZodArray ? (parent.element as z.ZodType) : undefined
}

function unwrapped(schema: z.ZodType | undefined): z.ZodType | undefined {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodDefault) {
    return unwrapped(schema.unwrap() as z.ZodType)
  }
  return schema
}

function memberOf(value: unknown, key: PropertyKey): unknown {
  return value instanceof Object ? (value as Record<PropertyKey, unknown>)[key] : undefined
}

function shortened(value: unknown): string {
  const isPlain = typeof value === 'string' && !/^\s|\s$|\n/.test(value)
  const text = isPlain ? value : (JSON.stringify(value) ?? String(value))
  return withUnseen(text.length > 60 ? `${text.slice(0, 60)}…` : text)
}

/** Signs that are not seen, by their code points: NBSP looks like a space. */
function withUnseen(text: string): string {
  return text.replace(/[^\P{White_Space} \n]|\p{Cf}/gu, (sign) => {
    const code = sign.codePointAt(0)?.toString(16).toUpperCase().padStart(4, '0')
    return `<U+${code}>`
  })
}
