import { z } from 'astro/zod'

/**
 * What is wrong with `data`, one sentence per problem: the field, its value and what to write, which
 * is the description of the field in the schema.
 */
export function schemaProblems(schema: z.ZodType, data: unknown): string[] {
  const { error } = schema.safeParse(data, { reportInput: true })
  return error?.issues.map((issue) => sentence(schema, data, issue)) ?? []
}

function sentence(schema: z.ZodType, data: unknown, issue: z.core.$ZodIssue): string {
  if (issue.code === 'unrecognized_keys') return unknownFields(schema, issue)
  const field = `"${nameOf(issue.path)}"`
  if (issue.code === 'custom') return `${field} ${issue.message}`
  const value = issue.path.reduce<unknown>(memberOf, data)
  if (issue.code === 'invalid_type' && expectsNumber(issue) && isNumber(value)) {
    return `${field} is "${value}", which is text. Write the number without quotes: ${value}.`
  }
  const write = `Write ${descriptionAt(schema, issue.path) ?? 'another value'}.`
  if (value === undefined || value === null) return `${field} is missing. ${write}`
  if (value === '' || (Array.isArray(value) && value.length === 0)) {
    return `${field} is empty. ${write}`
  }
  return `${field} is ${shortened(value)}. ${write}`
}

function expectsNumber({ expected }: z.core.$ZodIssueInvalidType): boolean {
  return expected === 'number' || expected === 'int'
}

function isNumber(value: unknown): value is string {
  return typeof value === 'string' && value.trim() !== '' && Number.isFinite(Number(value))
}

function unknownFields(schema: z.ZodType, issue: z.core.$ZodIssueUnrecognizedKeys): string {
  const names = issue.keys.map((key) => `"${nameOf([...issue.path, key])}"`).join(', ')
  const parent = unwrapped(issue.path.reduce<z.ZodType | undefined>(schemaOfMember, schema))
  const fields = parent instanceof z.ZodObject ? Object.keys(parent.shape).join(', ') : ''
  return `${names}: no such field. Correct the name or remove it. The fields are ${fields}.`
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
  const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? String(value))
  return text.length > 60 ? `${text.slice(0, 60)}…` : text
}
