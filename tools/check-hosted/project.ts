/* A Supabase project as anyone can reach it: by its URL and its public key. */

export interface Project {
  url: string
  /** Sends the public key alone. a call without a response within ten seconds throws. */
  request(path: string, request?: ProjectRequest): Promise<ProjectResponse>
  /** Of the service that pushes changes. */
  realtimeUrl: string
}

export interface ProjectRequest {
  method?: string
  body?: unknown
  headers?: Record<string, string>
}

export interface ProjectResponse {
  status: number
  text: string
  /** The body where it is a JSON object; else nothing at all. */
  json: Record<string, unknown>
}

/** Something the shop promises, how to see it from outside, and what to do where it is broken. */
export interface Guarantee {
  says: string
  remedy: string
  /** A sentence says what is wrong where the remedy alone would not. */
  passes(project: Project): Promise<boolean | string>
}

const REQUEST_TIMEOUT_MS = 10_000

export function openProject(url: string, key: string): Project {
  const base = url.replace(/\/+$/, '')
  return {
    url: base,
    realtimeUrl: `${base.replace(/^http/, 'ws')}/realtime/v1/websocket?apikey=${key}&vsn=1.0.0`,
    async request(path, { method = 'GET', body, headers = {} } = {}) {
      const response = await fetch(`${base}${path}`, {
        method,
        headers: { apikey: key, 'content-type': 'application/json', ...headers },
        signal: AbortSignal.timeout(REQUEST_TIMEOUT_MS),
        ...(body !== undefined && { body: JSON.stringify(body) }),
      })
      const text = await response.text()
      return { status: response.status, text, json: toRecord(text) }
    },
  }
}

/** Denied by a missing right, and not by another error. */
export function isDenied({ status, json }: ProjectResponse): boolean {
  return (status === 401 || status === 403) && json['code'] === '42501'
}

export function isRefused({ status }: ProjectResponse): boolean {
  return status >= 400 && status < 500 && status !== 429
}

/** The JSON object in a text; an empty one where there is none. */
export function toRecord(text: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null ? { ...value } : {}
  } catch {
    return {}
  }
}
