/* Reads a file outside the page: see read-in-worker.ts. */

import type { KnownHeaders } from './header-row.ts'
import { readSpreadsheet } from './read-spreadsheet.ts'

interface Request {
  file: Blob
  maxMegabytes: number
  headers: KnownHeaders
}

addEventListener('message', async ({ data }: MessageEvent<Request>) => {
  const { file, maxMegabytes, headers } = data
  postMessage(await readSpreadsheet(file, maxMegabytes, headers))
})
