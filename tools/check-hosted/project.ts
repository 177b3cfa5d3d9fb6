/* A Supabase project as any visitor meets it: its address and its public key, and nothing else. */

export interface Project {
  url: string
  /** Asks with the public key alone. A call that gets no answer within ten seconds throws. */
  ask(path: string, request?: Question): Promise<Answer>
  /** Where to speak with the part of it that pushes changes. */
  realtimeUrl: string
}

export interface Question {
  method?: string
  body?: unknown
  headers?: Record<string, string>
}

export interface Answer {
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
  isKept(project: Project): Promise<boolean | string>
}

const PATIENCE = 10_000

export function openProject(url: string, key: string): Project {
  const base = url.replace(/\/+$/, '')
  return {
    url: base,
    realtimeUrl: `${base.replace(/^http/, 'ws')}/realtime/v1/websocket?apikey=${key}&vsn=1.0.0`,
    async ask(path, { method = 'GET', body, headers = {} } = {}) {
      const response = await fetch(`${base}${path}`, {
        method,
        headers: { apikey: key, 'content-type': 'application/json', ...headers },
        signal: AbortSignal.timeout(PATIENCE),
        ...(body !== undefined && { body: JSON.stringify(body) }),
      })
      const text = await response.text()
      return { status: response.status, text, json: toRecord(text) }
    },
  }
}

/** The store's own "you may not", and not merely something that went wrong. */
export function isDenied({ status, json }: Answer): boolean {
  return (status === 401 || status === 403) && json['code'] === '42501'
}

export function isRefused({ status }: Answer): boolean {
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
