import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

type Serve = (request: IncomingMessage, response: ServerResponse) => void

/** Browsers send one request after the other; other programs rarely send more than a few at once. */
const MOST_WAITING = 20

/**
 * Serves the requests of each connection one after the other. Node starts all that have arrived, and
 * whoever sends many and reads no response makes it hold all of those responses in memory.
 */
export function inOrder(serve: Serve): Serve {
  const waiting = new WeakMap<Socket, (() => void)[]>()

  function start(socket: Socket, request: IncomingMessage, response: ServerResponse): void {
    response.once('close', () => {
      const next = waiting.get(socket)?.shift()
      if (next && !socket.destroyed) return next()
      waiting.delete(socket)
      socket.resume()
    })
    serve(request, response)
  }

  return (request, response) => {
    const { socket } = request
    const queue = waiting.get(socket)
    if (!queue) {
      waiting.set(socket, [])
      return start(socket, request, response)
    }
    if (queue.length >= MOST_WAITING) return void socket.destroy()
    queue.push(() => start(socket, request, response))
    socket.pause()
  }
}
