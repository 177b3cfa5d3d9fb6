import { resolve } from 'node:path'
import { settings } from '#features/settings/settings.ts'
import type { LocalStoreOptions } from './local-store.ts'

/** How DATA_DIR, ADMIN_USERNAME and ADMIN_PASSWORD set up the store; README names the defaults. */
export function storeSettings(env: NodeJS.ProcessEnv = process.env): LocalStoreOptions {
  return {
    dataDir: resolve(env['DATA_DIR'] || '.data'),
    adminUsername: env['ADMIN_USERNAME'] || 'admin',
    adminPassword: env['ADMIN_PASSWORD'] || 'zulf-local-admin',
    adminEmailDomain: settings.adminEmailDomain,
    log: console.log,
  }
}
