/* Starts a server and prints its folder. Runs until it is killed. */
import { startTemporaryServer } from '#tools/postgres/temporary-server.ts'

const { folder } = await startTemporaryServer()
console.log(folder)
setInterval(() => undefined, 60_000)
