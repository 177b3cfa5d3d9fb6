import { renameSync, rmSync } from 'node:fs'
import { connect, createServer, type Server } from 'node:net'
import { BackendError } from './backend-error.ts'

export interface FolderLock {
  release(): Promise<void>
}

/**
 * Holds a data folder for this process alone: two that write to one database ruin it without a
 * word. The lock is a socket, so it dies with its process, `kill -9` included.
 */
export async function lockFolder(lock: string, folder: string): Promise<FolderLock> {
  const server = (await listen(lock)) ?? (await takeOver(lock))
  if (!server) {
    throw new BackendError(
      `Another process is using the data folder ${folder}: stop it, or set DATA_DIR to another folder.`,
    )
  }
  server.unref()
  return { release: () => new Promise((resolve) => server.close(() => resolve())) }
}

/** Undefined when the name is taken, by a living process or by what a dead one left behind. */
function listen(lock: string): Promise<Server | undefined> {
  return new Promise((resolve, reject) => {
    const server = createServer((visitor) => visitor.destroy())
    server.once('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'EADDRINUSE') resolve(undefined)
      else reject(error)
    })
    server.listen(lock, () => resolve(server))
  })
}

/** Clears away a dead lock. Moved aside first: whoever came before us might hold it by now. */
async function takeOver(lock: string): Promise<Server | undefined> {
  if (await answers(lock)) return undefined
  const aside = `${lock}.${process.pid}`
  renameSync(lock, aside)
  if (await answers(aside)) {
    renameSync(aside, lock)
    return undefined
  }
  rmSync(aside, { force: true })
  return listen(lock)
}

function answers(lock: string): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = connect(lock)
    probe.once('connect', () => {
      probe.destroy()
      resolve(true)
    })
    probe.once('error', () => resolve(false))
  })
}
