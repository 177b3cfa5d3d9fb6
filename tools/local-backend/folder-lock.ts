import { renameSync, rmSync } from 'node:fs'
import { connect, createServer, type Server } from 'node:net'
import { UserError } from '../user-error.ts'

export interface FolderLock {
  release(): Promise<void>
}

/**
 * Locks a data folder for this process: two that write to one database corrupt it. The lock is a socket,
 * so it ends with its process, also by `kill -9`.
 */
export async function lockFolder(lock: string, folder: string): Promise<FolderLock> {
  const server = (await listen(lock)) ?? (await takeFromDead(lock))
  if (!server) {
    throw new UserError(
      `Another process is using the data folder ${folder}: stop it, or set DATA_DIR to another folder.`,
    )
  }
  server.unref()
  return { release: () => new Promise((resolve) => server.close(() => resolve())) }
}

/** Undefined when the socket exists, of a running process or of a dead one. */
function listen(lock: string): Promise<Server | undefined> {
  return new Promise((resolve, reject) => {
    const server = createServer((socket) => socket.destroy())
    server.once('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'EADDRINUSE') resolve(undefined)
      else reject(error)
    })
    server.listen(lock, () => resolve(server))
  })
}

/** Removes the lock of a dead process. Renames it first: another process may have taken it by now. */
async function takeFromDead(lock: string): Promise<Server | undefined> {
  if (await isListening(lock)) return undefined
  const aside = `${lock}.${process.pid}`
  renameSync(lock, aside)
  if (await isListening(aside)) {
    renameSync(aside, lock)
    return undefined
  }
  rmSync(aside, { force: true })
  return listen(lock)
}

function isListening(lock: string): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = connect(lock)
    probe.once('connect', () => {
      probe.destroy()
      resolve(true)
    })
    probe.once('error', () => resolve(false))
  })
}
