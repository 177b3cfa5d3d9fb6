/*
 * What `astro dev` serves before Astro does: netlify.toml obeyed, and the local backend on the same
 * origin unless PUBLIC_SUPABASE_URL names a hosted one.
 */

import { basename } from 'node:path'
import type { IntegrationResolvedRoute } from 'astro'
import type { ViteDevServer } from 'vite'
import { userError } from '#kit/user-error.ts'
import { isHostedUrl } from '../build/build-settings.ts'
import { backendSettings, refuseExposedAdmin } from '../local-backend/backend-settings.ts'
import { type LocalBackend, openLocalBackend } from '../local-backend/local-backend.ts'
import { PRICES_SUFFIX } from '../prices/migration.ts'
import { UserError } from '../user-error.ts'
import type { Middleware } from './middleware.ts'
import { readHostRules } from './netlify-rules/host-rules.ts'
import { hostHeaders, obeyRules } from './netlify-rules/obey-rules.ts'
import { findFile, withoutSlash } from './netlify-rules/site-files.ts'
import { onShutdown } from './on-shutdown.ts'

export interface DevSite {
  server: ViteDevServer
  root: string
  publicFolder: string
  backendUrl: string | undefined
  /** Called at every request, because the routes change while pages are edited. */
  routes: () => IntegrationResolvedRoute[]
}

export async function devMiddleware(site: DevSite): Promise<Middleware[]> {
  const hasPage = async (path: string) =>
    hasRoute(site.routes(), path) || (await findFile(site.publicFolder, path)) !== undefined
  const backend = isHostedUrl(site.backendUrl) ? [] : [await openBackend(site.server)]
  // Without a content policy, which is made of what is built: Vite's own client is inline code.
  const rules = await readHostRules(site.root)
  return [...backend, hostHeaders(rules), obeyRules(rules, hasPage), fileToPage]
}

async function openBackend(server: ViteDevServer): Promise<Middleware> {
  const { host } = server.config.server
  const { handle, migrate } = await openOnce(host === true ? '0.0.0.0' : host || undefined)
  applyNewPrices(server, migrate)
  return handle
}

let opened: Promise<LocalBackend> | undefined

/** Astro restarts its server when a setting changes; the backend stays open until the command ends. */
function openOnce(host: string | undefined): Promise<LocalBackend> {
  opened ??= openLocal(host)
  return opened
}

async function openLocal(host: string | undefined): Promise<LocalBackend> {
  try {
    const settings = backendSettings()
    refuseExposedAdmin(host, settings.adminPassword)
    const backend = await openLocalBackend(settings)
    onShutdown(backend.close)
    return backend
  } catch (error) {
    throw error instanceof UserError ? userError(error.message) : error
  }
}

/** Only prices: after any other migration PostgREST would have to read the schema again. */
function applyNewPrices(server: ViteDevServer, migrate: () => Promise<void>): void {
  const { logger } = server.config
  server.watcher.on('add', (file) => {
    if (!file.endsWith(PRICES_SUFFIX)) return
    migrate().then(
      () => logger.info(`The local database has the prices of ${basename(file)}`),
      (error: Error) => logger.error(`The new prices were not applied: ${error.message}`),
    )
  })
}

/**
 * Astro alone knows which ids a page such as /product/[id] has, so any id counts as a page: in
 * development an unknown product shows the general not-found page.
 */
function hasRoute(routes: IntegrationResolvedRoute[], path: string): boolean {
  return routes.some(
    (route) => route.type === 'page' && route.patternRegex.test(withoutSlash(path)),
  )
}

/** Rules name built files, as `/order/tracking.html`; in development that page is /order/tracking. */
const fileToPage: Middleware = (request, _response, next) => {
  request.url = request.url?.replace(/\.html(?=\?|$)/, '')
  next()
}
