/* A Supabase project as anyone can reach it: by its URL and its public key. */
import { isRecord, parseJson } from '#kit/json.ts'

export interface Project {
  url: string
  /** Sends the public key alone. A call without a response within ten seconds throws. */
  request(path: string, request?: ProjectRequest): Promise<ProjectResponse>
  /** The WebSocket of Supabase Realtime. */
  realtimeUrl: string
}

interface ProjectRequest {
  method?: string
  body?: unknown
  headers?: Record<string, string>
}

export interface ProjectResponse {
  status: number
  text: string
  /** The body, or {} if it is no JSON object. */
  json: Record<string, unknown>
}

/** Something the shop promises, how to check it over HTTP, and how to repair it. */
export interface Guarantee {
  says: string
  remedy: string
  /** A sentence describes the problem and replaces the remedy. */
  passes(project: Project): Promise<boolean | string>
}

const REQUEST_TIMEOUT_MS = 10_000

/** Requests a page or file of the published site. */
export function requestPage(site: string, path: string): Promise<Response> {
  return fetch(new URL(path, site), { signal: AbortSignal.timeout(REQUEST_TIMEOUT_MS) })
}

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
  const value = parseJson(text)
  return isRecord(value) ? value : {}
}
