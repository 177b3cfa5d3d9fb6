import { expect } from 'vitest'
import type { ApiResponse } from './http-client.ts'

/** 401 for an anonymous request, 403 for a signed-in user. */
export function expectDenied(response: ApiResponse, status = 401): void {
  expect(response).toMatchObject({ status, body: { code: '42501' } })
}

/** This body and nothing else. */
export function expectCode(
  response: ApiResponse,
  status: number,
  code: string,
  field?: string,
): void {
  expect({ status: response.status, body: response.body }).toEqual({
    status,
    body: { ok: false, code, ...(field && { field }) },
  })
}

/** An error of PostgREST or of Postgres. */
export function expectError(response: ApiResponse, status: number, code?: string): void {
  expect(response).toMatchObject({ status, body: code ? { code } : {} })
}

/** For attacks that more than one layer may refuse. */
export function expectRefused(response: ApiResponse): void {
  expect(response.status).toBeGreaterThanOrEqual(400)
  expect(response.status).toBeLessThan(500)
}
