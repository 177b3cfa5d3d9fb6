/* The outcomes that the list of cases has names for. */
import { expect } from 'vitest'
import type { Reply } from './wire.ts'

/** DENY: 401 to a visitor, 403 to somebody signed in, by the grants of the database. */
export function expectDenied(reply: Reply, status = 401): void {
  expect(reply).toMatchObject({ status, body: { code: '42501' } })
}

/** CODE(x): an answer of our functions, with no word more than this. */
export function expectCode(reply: Reply, status: number, code: string, field?: string): void {
  expect({ status: reply.status, body: reply.body }).toEqual({
    status,
    body: { ok: false, code, ...(field && { field }) },
  })
}

/** Refused before any of our functions or tables was asked. */
export function expectError(reply: Reply, status: number, code?: string): void {
  expect(reply).toMatchObject({ status, body: code ? { code } : {} })
}

/** For what several layers may refuse, each in its own way. */
export function expectRefused(reply: Reply): void {
  expect(reply.status).toBeGreaterThanOrEqual(400)
  expect(reply.status).toBeLessThan(500)
}
