import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

type Serve = (request: IncomingMessage, response: ServerResponse) => void

/** Browsers send one request after the other; other programs rarely send more than a few at once. */
const MAX_PENDING = 20

/**
 * Serves the requests of each connection one after the other. Node starts all that have arrived,
 * so a client that sends many and reads no response would fill the memory with responses.
 */
export function inOrder(serve: Serve): Serve {
  const pending = new WeakMap<Socket, (() => void)[]>()

  function start(socket: Socket, request: IncomingMessage, response: ServerResponse): void {
    response.once('close', () => {
      const next = pending.get(socket)?.shift()
      if (next && !socket.destroyed) return next()
      pending.delete(socket)
      socket.resume()
    })
    serve(request, response)
  }

  return (request, response) => {
    const { socket } = request
    const queue = pending.get(socket)
    if (!queue) {
      pending.set(socket, [])
      return start(socket, request, response)
    }
    if (queue.length >= MAX_PENDING) return void socket.destroy()
    queue.push(() => start(socket, request, response))
    socket.pause()
  }
}
