/* Reads a file outside the page: see read-in-worker.ts. */

import type { KnownHeaders } from './header-row.ts'
import { readSpreadsheet } from './read-spreadsheet.ts'

interface Request {
  file: Blob
  maxMegabytes: number
  headers: KnownHeaders
}

// After an error that is reported the page reads the file itself.
addEventListener('message', ({ data: { file, maxMegabytes, headers } }: MessageEvent<Request>) => {
  readSpreadsheet(file, maxMegabytes, headers).then(postMessage, reportError)
})
