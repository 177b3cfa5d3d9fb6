/* A proxy of the site that can be closed, for a browser whose network is gone. */
import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

export interface ClosableProxy {
  url: string
  /** From now on connections are refused. */
  close(): Promise<void>
}

export async function openProxy(site: string): Promise<ClosableProxy> {
  const port = Number(new URL(site).port)
  const sockets = new Set<Socket>()
  const server = createServer((inside) => {
    const outside = connect(port, 'localhost')
    for (const [one, other] of [
      [inside, outside],
      [outside, inside],
    ] as const) {
      sockets.add(one)
      one.on('error', () => other.destroy())
      one.on('close', () => sockets.delete(one))
      one.pipe(other)
    }
  })
  await once(server.listen(0), 'listening')
  return {
    url: `http://localhost:${(server.address() as AddressInfo).port}`,
    async close() {
      if (!server.listening) return
      const closed = once(server, 'close')
      server.close()
      for (const socket of sockets) socket.destroy()
      await closed
    },
  }
}
