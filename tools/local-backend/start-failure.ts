/** ENOSPC of WebAssembly's system interface. */
const DISK_FULL = 51

/** Why PGlite did not start. It throws errors of its file system, which have a number and no message. */
export function reasonOf(error: unknown): string {
  if (error instanceof Error && error.message) return error.message
  const { errno } = Object(error) as { errno?: unknown }
  if (errno === DISK_FULL) return 'the disk is full'
  return typeof errno === 'number' ? `error ${errno} of its file system` : String(error)
}
