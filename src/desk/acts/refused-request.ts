/** What the backend did not do, and why. */
export interface RefusedRequest {
  ok: false
  code: string
  field?: string
}

/** The response to a request that returns no data. */
export type RequestResult = { ok: true } | RefusedRequest
