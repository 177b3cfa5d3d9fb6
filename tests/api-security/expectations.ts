import { expect } from 'vitest'
import type { Reply } from './http-client.ts'

/** "Denied" of docs/testing.md: 401 for an anonymous request, 403 for a signed-in user. */
export function expectDenied(reply: Reply, status = 401): void {
  expect(reply).toMatchObject({ status, body: { code: '42501' } })
}

/** "Refused with a code" of docs/testing.md: this body and nothing else. */
export function expectCode(reply: Reply, status: number, code: string, field?: string): void {
  expect({ status: reply.status, body: reply.body }).toEqual({
    status,
    body: { ok: false, code, ...(field && { field }) },
  })
}

/** An error of PostgREST or of Postgres. */
export function expectError(reply: Reply, status: number, code?: string): void {
  expect(reply).toMatchObject({ status, body: code ? { code } : {} })
}

/** For attacks that more than one layer may refuse. */
export function expectRefused(reply: Reply): void {
  expect(reply.status).toBeGreaterThanOrEqual(400)
  expect(reply.status).toBeLessThan(500)
}
