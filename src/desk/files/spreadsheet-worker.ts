/* Reads a file outside the page: see read-in-worker.ts. */

import type { KnownHeaders } from './header-row.ts'
import { readSpreadsheet } from './read-spreadsheet.ts'

export interface Request {
  file: Blob
  headers: KnownHeaders
}

// After an error that is reported the page reads the file itself.
addEventListener('message', ({ data: { file, headers } }: MessageEvent<Request>) => {
  readSpreadsheet(file, headers).then(postMessage, reportError)
})
