/**
 * Closes once when this process is told to stop, or when the command that started it is gone: an
 * orphan would keep the port and the data folder.
 */
export function whenStopped(close: () => Promise<unknown>): void {
  let stopping = false
  const stop = async () => {
    if (stopping) return
    stopping = true
    try {
      await close()
      process.exit(0)
    } catch (error) {
      console.error(error)
      process.exit(1)
    }
  }
  for (const event of ['SIGINT', 'SIGTERM', 'SIGHUP', 'disconnect']) process.on(event, stop)
}
