/** On SIGINT, SIGTERM or SIGHUP closes once, then ends the process. */
export function onShutdown(close: () => Promise<unknown>): void {
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
  for (const event of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(event, stop)
}
