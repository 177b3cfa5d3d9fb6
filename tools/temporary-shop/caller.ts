import { Agent, type RequestOptions, request } from 'node:http'

export interface Call {
  method?: 'GET' | 'POST' | 'PATCH'
  path: string
  body?: unknown
  /** The client IP, for the limits. */
  from?: string
  /** A session's access token. */
  bearer?: string | undefined
  headers?: Record<string, string>
}

interface Result {
  status: number
  text: string
  milliseconds: number
}

export interface Caller {
  send(call: Call): Promise<Result>
  close(): void
}

/** Calls PostgREST, without a limit of simultaneous requests. */
export function createCaller(endpoint: RequestOptions): Caller {
  const agent = new Agent({ keepAlive: true })

  function send(call: Call): Promise<Result> {
    const { method = 'POST', path, body, from = '', bearer, headers: more } = call
    const started = performance.now()
    const headers = {
      'content-type': 'application/json',
      prefer: 'return=representation',
      'x-forwarded-for': from,
      ...(bearer && { authorization: `Bearer ${bearer}` }),
      ...more,
    }
    return new Promise((resolve, reject) => {
      const sent = request({ ...endpoint, agent, method, path, headers }, (response) => {
        let text = ''
        response.setEncoding('utf8').on('data', (part: string) => {
          text += part
        })
        response.once('end', () => {
          const milliseconds = performance.now() - started
          resolve({ status: response.statusCode ?? 0, text, milliseconds })
        })
      })
      sent.once('error', (error: NodeJS.ErrnoException) => {
        // PostgREST closes a connection that was idle for half a minute, here before it was used again.
        if (error.code === 'EPIPE' && sent.reusedSocket) resolve(send(call))
        else reject(error)
      })
      sent.end(body === undefined ? undefined : JSON.stringify(body))
    })
  }

  return { send, close: () => agent.destroy() }
}
