/*
 * The whole backend of the shop on one machine: Postgres, PostgREST, and
 * replacements for Supabase Auth and for the form service. See docs/decisions/local-backend.md.
 */
import { openParts } from '../open-parts.ts'
import { apiUri, type Database } from '../postgres/database.ts'
import { migrate } from '../postgres/migrations.ts'
import type { Middleware } from '../site-server/middleware.ts'
import { createAuthApi } from './auth/auth-api.ts'
import { markFinished, prepareDataFolder } from './data-folder.ts'
import { openFolderDatabase } from './folder-database.ts'
import { lockFolder } from './folder-lock.ts'
import { openFormSink } from './form-sink.ts'
import { createGateway } from './gateway.ts'
import { saveLocalAdmin } from './local-admin.ts'
import { startOutbox } from './outbox.ts'
import { startPostgrest } from './postgrest.ts'
import { findPostgrest } from './postgrest-binary.ts'
import { createRestProxy } from './rest-proxy.ts'
import { startRetention } from './retention.ts'

export interface LocalBackendOptions {
  /** Created when missing. One process at a time may have it open. */
  dataDir: string
  adminUsername: string
  adminPassword: string
  /** Completes a user name without `@` to an email. */
  adminEmailDomain: string
  /** Whether X-Forwarded-For is written by a trusted proxy. */
  trustProxy?: boolean
  /** Whether orders outlive a power cut; not needed in tests. */
  durable?: boolean
  /** False where a test compares all rows: nothing is sent, and nothing leaves the outbox. */
  emptiesOutbox?: boolean
  /** The URL that starts a build of the site where a pause changes. */
  buildHook?: string | undefined
  log?: (message: string) => void
  /** The folder with migrations/, if not the project's own. */
  supabase?: string
}

export interface LocalBackend {
  /** Serves /rest/v1, /auth/v1 and /forms; passes on everything else. */
  handle: Middleware
  /** Runs SQL as superuser, for tests. */
  transaction: Database['transaction']
  /** Applies migrations that were added since it was opened. */
  migrate(): Promise<void>
  close(): Promise<void>
}

/** Rejects with a UserError if the user can fix the cause. */
export function openLocalBackend(options: LocalBackendOptions): Promise<LocalBackend> {
  return openParts((onClose) => open(options, onClose))
}

async function open(
  options: LocalBackendOptions,
  onClose: (close: () => unknown) => void,
): Promise<Omit<LocalBackend, 'close'>> {
  const { log = () => undefined, adminUsername, adminPassword, adminEmailDomain } = options
  const binary = findPostgrest()
  const folder = prepareDataFolder(options.dataDir)
  onClose(folder.removeAlias)
  const lock = await lockFolder(folder.lock, folder.path)
  onClose(lock.release)

  const database = await openFolderDatabase(folder, { durable: options.durable ?? true, log })
  onClose(database.close)
  await migrate(database, options.supabase)
  markFinished(folder)
  const email = adminUsername.includes('@') ? adminUsername : `${adminUsername}@${adminEmailDomain}`
  await saveLocalAdmin(database, { email, password: adminPassword })
  const forms = await openFormSink(database)
  onClose(startRetention(database, log))
  if (options.emptiesOutbox !== false) {
    onClose(startOutbox(database, options.buildHook, log))
  }

  const postgrest = await startPostgrest({
    binary,
    databaseUri: apiUri(database.connection),
    folder,
    log,
  })
  onClose(postgrest.close)
  const rest = createRestProxy(postgrest.endpoint, postgrest.ready)
  onClose(rest.close)

  const auth = createAuthApi(database, folder.tokenSecret)
  return {
    handle: createGateway({ auth, rest, forms, trustProxy: options.trustProxy ?? false }),
    transaction: database.transaction,
    migrate: () => migrate(database, options.supabase),
  }
}
