/*
 * Loaded into everything that run.mjs starts. When run.mjs is gone, even by `kill -9`, this process
 * is asked to stop as well, and can still close what it has open.
 */
import { isMainThread } from 'node:worker_threads'

// Node hands --import on to workers of what was started: they end with their own parents.
const isStartedByCommand = process.ppid === Number(process.env.STARTED_BY)

if (isMainThread && isStartedByCommand && process.channel) {
  process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'))
  // The wish to hear of it must not keep a finished program from ending.
  process.channel.unref()
}
