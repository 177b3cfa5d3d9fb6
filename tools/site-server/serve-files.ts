import type { ServerResponse } from 'node:http'
import send from 'send'
import { type Middleware, sendText } from './middleware.ts'
import { decodePath, findFile } from './netlify-rules/site-files.ts'

/** Serves the files of a folder to GET and HEAD, and passes on a path without a file. */
export function serveFiles(folder: string): Middleware {
  return async (request, response, next) => {
    const file = await findFile(folder, decodePath((request.url ?? '/').replace(/\?.*$/s, '')))
    if (!file) return next()
    if (!response.hasHeader('Cache-Control')) {
      response.setHeader('Cache-Control', 'public,max-age=0,must-revalidate')
    }
    const options = { root: folder, index: false, cacheControl: false, dotfiles: 'allow' } as const
    send(request, file.split('/').map(encodeURIComponent).join('/'), options)
      .on('error', (error: SendError) => {
        if (response.headersSent) return next(error)
        forgetFile(response)
        // A new build has removed the file in between.
        if (error.status === 404) return next()
        if (error.status >= 500) return next(error)
        response.setHeaders(new Map(Object.entries(error.headers ?? {})))
        sendText(response, error.status, error.message)
      })
      .pipe(response)
  }
}

interface SendError extends Error {
  status: number
  /** Content-Range, of a range that the file does not have. */
  headers?: Record<string, string>
}

function forgetFile(response: ServerResponse): void {
  for (const name of ['Accept-Ranges', 'Content-Length', 'Content-Type', 'ETag', 'Last-Modified']) {
    response.removeHeader(name)
  }
}
