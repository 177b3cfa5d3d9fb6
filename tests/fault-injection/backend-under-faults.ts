/* The real store in a process of its own, which can be killed in the middle of its work. */
import {
  aFolder,
  type ServerProcess,
  startStore,
  startStoreProcess,
} from '../support/shop-server.ts'
import type { Row } from './check-outcomes.ts'
import type { FaultProxy } from './fault-proxy.ts'

export interface StoreUnderFire {
  kills: number
  /** kill -9, and up again on the same data. */
  kill(): Promise<void>
  /** Ends the process, and reads the orders past every right and API. */
  readOrders(): Promise<Row[]>
  close(): Promise<void>
}

/** `change` is SQL that the owner runs before anyone comes, to take a guard away. */
export async function openStoreUnderFire(
  proxy: FaultProxy,
  change?: string,
): Promise<StoreUnderFire> {
  const folder = aFolder('faults')
  if (change) {
    const store = await startStore(folder.path)
    await store.transaction((query) => query(change))
    await store.close()
  }
  let running: ServerProcess | undefined = await start()

  async function start(): Promise<ServerProcess> {
    const started = await startStoreProcess(folder.path)
    proxy.leadTo(started.url)
    return started
  }

  async function stop(): Promise<void> {
    await running?.kill('SIGKILL')
    running = undefined
  }

  const store: StoreUnderFire = {
    kills: 0,
    async kill() {
      await stop()
      store.kills += 1
      running = await start()
    },
    async readOrders() {
      await stop()
      const opened = await startStore(folder.path)
      try {
        const rows = await opened.transaction((query) =>
          query(`select id, items, total::float8, shipping_address as address
            from public.orders order by date`),
        )
        return rows as unknown as Row[]
      } finally {
        await opened.close()
      }
    },
    async close() {
      await stop()
      folder.remove()
    },
  }
  return store
}
