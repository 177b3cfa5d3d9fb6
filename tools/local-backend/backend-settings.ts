import { resolve } from 'node:path'
import { settings } from '#config/settings.ts'
import type { SiteOptions } from '../site-server/site-server.ts'
import { UserError } from '../user-error.ts'
import type { LocalBackendOptions } from './local-backend.ts'

/** README names it. */
const DEFAULT_ADMIN_PASSWORD = 'zulf-local-admin'

const MIN_PASSWORD_LENGTH = 12

/** Reads DATA_DIR, ADMIN_USERNAME, ADMIN_PASSWORD, TRUST_PROXY and BUILD_HOOK_URL; README lists the defaults. */
export function backendSettings(env: NodeJS.ProcessEnv = process.env): LocalBackendOptions {
  return {
    dataDir: resolve(env['DATA_DIR'] || '.data'),
    adminUsername: env['ADMIN_USERNAME'] || 'admin',
    adminPassword: env['ADMIN_PASSWORD'] || DEFAULT_ADMIN_PASSWORD,
    adminEmailDomain: settings.adminEmailDomain,
    trustProxy: env['TRUST_PROXY'] === '1',
    buildHook: env['BUILD_HOOK_URL'] || undefined,
    log: console.log,
  }
}

/** Reads HOST and ALLOWED_HOSTS, names with commas between. */
export function hostOptions(
  env: NodeJS.ProcessEnv = process.env,
): Pick<SiteOptions, 'host' | 'allowedHosts'> {
  const allowedHosts = (env['ALLOWED_HOSTS'] ?? '').split(',').map((name) => name.trim())
  return {
    ...(env['HOST'] && { host: env['HOST'] }),
    allowedHosts: allowedHosts.filter(Boolean),
  }
}

/** Throws where other machines could reach the admin with the default password or a short one. */
export function refuseExposedAdmin(host: string | undefined, adminPassword: string): void {
  if (!host || isLoopback(host)) return
  const isOwn = adminPassword !== DEFAULT_ADMIN_PASSWORD
  if (isOwn && [...adminPassword].length >= MIN_PASSWORD_LENGTH) return
  throw new UserError(
    `Listening on ${host} opens the shop and its admin to other machines: set ADMIN_PASSWORD to a password of your own with at least ${MIN_PASSWORD_LENGTH} characters.`,
  )
}

function isLoopback(host: string): boolean {
  return /^(localhost|127\.\d{1,3}\.\d{1,3}\.\d{1,3}|::1|\[::1\])$/i.test(host)
}
