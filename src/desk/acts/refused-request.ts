/** What the backend did not do, and why. */
export interface RefusedRequest {
  ok: false
  code: string
  field?: string
}

/** Of an act that shows nothing new. */
export type RequestResult = { ok: true } | RefusedRequest
