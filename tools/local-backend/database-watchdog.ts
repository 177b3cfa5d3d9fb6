/*
 * A thread that ends its process when one statement takes too long: PGlite honours no
 * statement_timeout. It counts processor time, so that a busy machine ends nothing early.
 */
import { writeSync } from 'node:fs'
import { workerData } from 'node:worker_threads'

/** As the statement timeout of anonymous requests in a hosted project. */
const CPU_TIME_LIMIT_MS = 3_000

const watched = workerData as Int32Array
let beats = -1
let since = 0

setInterval(() => {
  const { user, system } = process.cpuUsage()
  const now = (user + system) / 1_000
  const beat = Atomics.load(watched, 0)
  const isLimited = Atomics.load(watched, 1) === 1
  if (beat !== beats || !isLimited) {
    beats = beat
    since = now
  } else if (now - since > CPU_TIME_LIMIT_MS) {
    // The streams of a worker end at the main thread, which no longer reads them.
    writeSync(2, `A statement took more than ${CPU_TIME_LIMIT_MS / 1_000} s of processor time.\n`)
    process.kill(process.pid, 'SIGKILL')
  }
}, 100)
