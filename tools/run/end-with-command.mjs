/*
 * Loaded into everything that run.mjs starts. When run.mjs ends, even by `kill -9`, this process
 * gets SIGTERM and can close what it has open.
 */
import { isMainThread } from 'node:worker_threads'

// Node passes --import on to child processes and workers, which end with their own parents.
const isStartedByCommand = process.ppid === Number(process.env.STARTED_BY)

if (isMainThread && isStartedByCommand && process.channel) {
  process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'))
  // The channel alone does not keep the process running.
  process.channel.unref()
}
