/* Starts a server and prints its folder. Runs until it is killed. */
import { startPostgres } from '#tools/real-postgres/server.ts'

const { folder } = await startPostgres()
console.log(folder)
setInterval(() => undefined, 60_000)
