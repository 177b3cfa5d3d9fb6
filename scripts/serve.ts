/*
 * Serves the built site with the local store on the same origin, until it is told to stop.
 * Settings: PORT, HOST, DATA_DIR, ADMIN_USERNAME, ADMIN_PASSWORD. WITHOUT_STORE=1 serves pages only.
 */
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { startSiteServer } from '../src/integrations/site-server.ts'
import { whenStopped } from '../src/integrations/when-stopped.ts'

const dist = fileURLToPath(new URL('../dist', import.meta.url))
if (!existsSync(dist)) fail('There is no built site yet: run "npm run build:local" first.')

const site = await startSiteServer({
  port: Number(process.env['PORT'] ?? 4321),
  ...(process.env['HOST'] && { host: process.env['HOST'] }),
  dist,
})
console.log(`The shop is open at ${site.url}`)

whenStopped(() => site.close())

function fail(sentence: string): never {
  console.error(sentence)
  process.exit(1)
}
