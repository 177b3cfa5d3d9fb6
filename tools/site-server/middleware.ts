import type { IncomingMessage, ServerResponse } from 'node:http'

/** The middleware of Vite's dev server and of our own. */
export type Middleware = (
  request: IncomingMessage,
  response: ServerResponse,
  next: (error?: unknown) => void,
) => void

/** One middleware out of several: each responds or passes the request on to the next. */
export function inTurn([first, ...others]: Middleware[]): Middleware {
  if (!first) return (_request, _response, next) => next()
  const rest = inTurn(others)
  return (request, response, next) => {
    try {
      first(request, response, (error) => (error ? next(error) : rest(request, response, next)))
    } catch (error) {
      next(error)
    }
  }
}

/** Sends a short plain text, where no page applies. */
export function sendText(response: ServerResponse, status: number, text: string): void {
  response.writeHead(status, { 'Content-Type': 'text/plain; charset=utf-8' })
  response.end(`${text}\n`)
}
