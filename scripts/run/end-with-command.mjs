/*
 * Loaded into everything that run.mjs starts. When run.mjs is gone, even by `kill -9`, this process
 * is asked to stop as well, and can still close what it has open.
 */
import { isMainThread } from 'node:worker_threads'

if (isMainThread && process.channel) {
  process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'))
  // The wish to hear of it must not keep a finished program from ending.
  process.channel.unref()
}
