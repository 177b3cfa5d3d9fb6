/* Reads a file beside the page, which stays usable meanwhile. A file that takes too long is refused. */
import { trustedWorkerUrl } from '#kit/trusted-worker-url.ts'
import type { KnownHeaders } from './header-row.ts'
import type { ReadSpreadsheet } from './read-spreadsheet.ts'
import type { Request } from './spreadsheet-worker.ts'
import workerUrl from './spreadsheet-worker.ts?worker&url'

const MAX_READING_MS = 5000

const TOO_LONG: ReadSpreadsheet = {
  ok: false,
  problem: `This file takes longer to read than ${MAX_READING_MS / 1000} seconds. Copy the rows of the parcels into a new file and import that.`,
}

/** As readSpreadsheet(), in a worker where the browser has one. */
export async function readInWorker(file: Blob, headers: KnownHeaders): Promise<ReadSpreadsheet> {
  const read = await askWorker({ file, headers })
  if (read !== 'no worker') return read
  const { readSpreadsheet } = await import('./read-spreadsheet.ts')
  return readSpreadsheet(file, headers)
}

/** Resolves to 'no worker' where the browser has no module workers, or the script does not load. */
async function askWorker(request: Request): Promise<ReadSpreadsheet | 'no worker'> {
  if (typeof Worker === 'undefined') return 'no worker'
  const worker = new Worker(trustedWorkerUrl(workerUrl), { type: 'module' })
  try {
    return await new Promise((resolve) => {
      setTimeout(() => resolve(TOO_LONG), MAX_READING_MS)
      worker.addEventListener('message', ({ data }) => resolve(data as ReadSpreadsheet))
      worker.addEventListener('error', (event) => {
        event.preventDefault()
        resolve('no worker')
      })
      worker.postMessage(request)
    })
  } finally {
    worker.terminate()
  }
}
