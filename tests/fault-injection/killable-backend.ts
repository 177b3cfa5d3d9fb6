/* The real local backend in a process of its own, which tests can kill. */
import {
  aFolder,
  type ServerProcess,
  startBackend,
  startBackendProcess,
} from '#tests/support/shop-server.ts'
import type { FaultProxy } from './fault-proxy.ts'

export interface KillableBackend {
  kills: number
  /** Kills the process with SIGKILL and starts it again on the same data. */
  kill(): Promise<void>
  /** Ends the process and reads from its database. */
  read<Row>(sql: string): Promise<Row[]>
  close(): Promise<void>
}

export async function openKillableBackend(proxy: FaultProxy): Promise<KillableBackend> {
  const folder = aFolder('faults')
  let running: ServerProcess | undefined = await start()

  async function start(): Promise<ServerProcess> {
    const started = await startBackendProcess(folder.path)
    proxy.forwardTo(started.url)
    return started
  }

  async function stop(): Promise<void> {
    await running?.kill('SIGKILL')
    running = undefined
  }

  const backend: KillableBackend = {
    kills: 0,
    async kill() {
      await stop()
      backend.kills += 1
      running = await start()
    },
    async read<Row>(sql: string) {
      await stop()
      const opened = await startBackend(folder.path)
      try {
        return (await opened.transaction((query) => query(sql))) as Row[]
      } finally {
        await opened.close()
      }
    },
    async close() {
      await stop()
      folder.remove()
    },
  }
  return backend
}
