/*
 * Serves the built site until it is told to stop, with the local backend on the same origin unless the
 * site was built for a hosted one. PORT, HOST, ALLOWED_HOSTS, TRUST_PROXY, DATA_DIR, ADMIN_USERNAME
 * and ADMIN_PASSWORD set it up.
 */
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { isHostedUrl } from '../build/build-settings.ts'
import {
  backendSettings,
  hostOptions,
  refuseExposedAdmin,
} from '../local-backend/backend-settings.ts'
import { openLocalBackend } from '../local-backend/local-backend.ts'
import { openParts } from '../open-parts.ts'
import { UserError } from '../user-error.ts'
import { onShutdown } from './on-shutdown.ts'
import { type SiteServer, startSiteServer } from './site-server.ts'

const dist = fileURLToPath(new URL('../../dist', import.meta.url))
const settings = backendSettings()
const port = Number(process.env['PORT'] ?? 4321)
const isHosted = isHostedUrl(process.env['PUBLIC_SUPABASE_URL'])

const NOT_TO_SELL_FROM = `
This database is for development and a look at the shop, not to sell from: its data is on this machine
alone. README.md says how to publish the shop with a hosted one.`

try {
  if (!isHosted) refuseExposedAdmin(process.env['HOST'], settings.adminPassword)
  if (!existsSync(dist)) throw new UserError('There is no site yet: run "npm run build:local".')
  const { url, close } = await serve()
  onShutdown(close)
  console.log(`\nThe shop   ${url}`)
  console.log(`The admin  ${url}/admin${loginHint()}`)
  if (!isHosted) console.log(NOT_TO_SELL_FROM)
} catch (error) {
  console.error(sentenceFor(error))
  process.exit(1)
}

function serve(): Promise<SiteServer> {
  const { trustProxy = false } = settings
  const site = { port, dist, trustProxy, ...hostOptions() }
  if (isHosted) return startSiteServer(site)
  return openParts(async (onClose) => {
    const backend = await openLocalBackend(settings)
    onClose(backend.close)
    const { url, close } = await startSiteServer({ ...site, backend })
    onClose(close)
    return { url }
  })
}

/** The password is shown only while it is the default. */
function loginHint(): string {
  if (isHosted) return ''
  const password = process.env['ADMIN_PASSWORD'] ? 'your ADMIN_PASSWORD' : settings.adminPassword
  return `   user ${settings.adminUsername}, password ${password}`
}

function sentenceFor(error: unknown): unknown {
  if (error instanceof UserError) return error.message
  if ((error as NodeJS.ErrnoException).code === 'EADDRINUSE') {
    return `Port ${port} is taken: stop what uses it, or set PORT to another one.`
  }
  return error
}
