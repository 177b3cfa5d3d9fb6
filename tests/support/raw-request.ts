import { type Agent, type OutgoingHttpHeaders, request } from 'node:http'

export interface RawResponse {
  status: number | undefined
  headers: NodeJS.Dict<string | string[]>
  body: string
}

interface RawRequest {
  method?: string
  /** A header of several values is sent several times. */
  headers?: OutgoingHttpHeaders
  body?: string | Buffer | undefined
  agent?: Agent
}

/** Requests a path exactly as written; fetch() would normalize it. */
export function askFor(
  site: string,
  path: string,
  { body: sent, ...options }: RawRequest = {},
): Promise<RawResponse> {
  const { port } = new URL(site)
  return new Promise((resolve, reject) => {
    request({ host: '127.0.0.1', port, path, ...options }, async (response) => {
      let body = ''
      for await (const text of response.setEncoding('utf8')) body += text
      resolve({ status: response.statusCode, headers: response.headers, body })
    })
      .once('error', reject)
      .end(sent)
  })
}
