/*
 * Slow 4G between a browser and a server, on the level of TCP: unlike the browser's own throttling it
 * slows prerendered pages, workers and the making of connections as well.
 */
import { connect, createServer, type Socket } from 'node:net'
import { setTimeout } from 'node:timers/promises'
import { listenOnFreePort } from '#tools/free-port.ts'

export interface SlowNetwork {
  url: string
  close(): Promise<void>
}

/** As in Lighthouse's mobile preset. */
const ROUND_TRIP_MS = 150
const BYTES_PER_MS = 1638.4 / 8
const SEGMENT_BYTES = 1460

/** Each connection pays a round trip before its first byte; all share one pipe towards the browser. */
export async function openSlowNetwork(targetPort: number): Promise<SlowNetwork> {
  const sockets = new Set<Socket>()
  let pipeFreeAt = 0
  const server = createServer({ noDelay: true }, (browser) => {
    const readyAt = Date.now() + ROUND_TRIP_MS
    const target = connect({ port: targetPort, host: '127.0.0.1', noDelay: true })
    const up = delayed(target)
    const down = delayed(browser)
    browser.on('data', (data) => up(Math.max(readyAt, Date.now()) + ROUND_TRIP_MS / 2, data))
    target.on('data', (data) => {
      for (let at = 0; at < data.length; at += SEGMENT_BYTES) {
        const part = data.subarray(at, at + SEGMENT_BYTES)
        pipeFreeAt = Math.max(Date.now(), pipeFreeAt) + part.length / BYTES_PER_MS
        down(pipeFreeAt + ROUND_TRIP_MS / 2, part)
      }
    })
    for (const [socket, other] of [
      [browser, target],
      [target, browser],
    ] as const) {
      sockets.add(socket)
      socket.once('error', () => other.destroy())
      socket.once('close', () => {
        sockets.delete(socket)
        other.destroy()
      })
    }
  })
  return {
    url: `https://localhost:${await listenOnFreePort(server)}`,
    close: () => {
      for (const socket of sockets) socket.destroy()
      return new Promise((resolve) => server.close(() => resolve()))
    },
  }
}

/** Writes each part when it is due, in order. */
function delayed(to: Socket): (due: number, data: Buffer) => void {
  let last = Promise.resolve()
  return (due, data) => {
    last = last.then(async () => {
      const wait = due - Date.now()
      if (wait > 0) await setTimeout(wait)
      if (!to.destroyed) to.write(data)
    })
  }
}
