/*
 * A Postgres server in a temporary folder. Both are removed when this process ends, also by `kill -9`.
 */
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type PostgresServer, startServer } from './server.ts'
import type { ServerOptions } from './server-options.ts'

export interface TemporaryServer extends PostgresServer {
  /** The temporary folder with its socket. It is deleted when the server stops. */
  folder: string
}

export type TemporaryServerOptions = Pick<ServerOptions, 'durable' | 'port'> & {
  /** Fills the folder of the cluster, before one is made in it. */
  prepare?: (data: string) => Promise<unknown>
}

export async function startTemporaryServer({
  prepare,
  ...options
}: TemporaryServerOptions = {}): Promise<TemporaryServer> {
  const folder = mkdtempSync(join(tmpdir(), 'zulf-postgres-'))
  const data = join(folder, 'data')
  // Its user may not remove a folder from one that only this process's user may write to.
  const remove = () => rmSync(folder, { recursive: true, force: true })
  try {
    mkdirSync(data, { mode: 0o700 })
    await prepare?.(data)
    const server = await startServer({ ...options, data, sockets: folder, temporaryFolder: folder })
    return {
      ...server,
      folder,
      async stop() {
        await server.stop()
        remove()
      },
    }
  } catch (error) {
    remove()
    throw error
  }
}
