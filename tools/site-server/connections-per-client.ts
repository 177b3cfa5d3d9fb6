import type { Server } from 'node:net'
import { clientNetwork } from '../local-backend/rate-limit.ts'

/** Closes what one client opens beyond `most` connections. */
export function limitPerClient(server: Server, most: number): void {
  const open = new Map<string, number>()
  server.on('connection', (socket) => {
    const client = clientNetwork(socket.remoteAddress ?? '')
    const count = (open.get(client) ?? 0) + 1
    open.set(client, count)
    socket.once('close', () => {
      const left = (open.get(client) ?? 0) - 1
      if (left > 0) open.set(client, left)
      else open.delete(client)
    })
    if (count > most) socket.destroy()
  })
}
