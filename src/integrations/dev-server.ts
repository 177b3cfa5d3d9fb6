/*
 * `astro dev` as the host would answer: netlify.toml obeyed, and the local store on the same origin
 * unless PUBLIC_SUPABASE_URL names a hosted one.
 */
import { basename } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { AstroIntegration, IntegrationResolvedRoute } from 'astro'
import type { ViteDevServer } from 'vite'
import { type LocalStore, openLocalStore } from './local-store/local-store.ts'
import { StoreError } from './local-store/store-error.ts'
import { isHostedStore, storeSettings } from './local-store/store-settings.ts'
import type { Middleware } from './middleware.ts'
import { readHostRules } from './netlify-rules/host-rules.ts'
import { hostHeaders, obeyRules } from './netlify-rules/obey-rules.ts'
import { addressesOf, withoutSlash } from './netlify-rules/site-files.ts'
import { plainRefusal } from './plain-refusal.ts'
import { whenStopped } from './when-stopped.ts'

/** Written by `npm run prices`. */
const PRICES_SUFFIX = '_set_prices.sql'

export function localStore(): AstroIntegration {
  let routes: IntegrationResolvedRoute[] = []
  let root = ''
  let publicFolder = ''
  return {
    name: 'local-store',
    hooks: {
      'astro:config:done': ({ config }) => {
        root = fileURLToPath(config.root)
        publicFolder = fileURLToPath(config.publicDir)
      },
      'astro:routes:resolved': (resolved) => {
        routes = resolved.routes
      },
      'astro:server:setup': async ({ server }) => {
        // Unit tests borrow this configuration too, and want no server.
        if (process.env['VITEST']) return
        const isPublicFile = addressesOf(publicFolder)
        const hasPage = (path: string) => isPublicFile(path) || hasRoute(routes, path)
        if (!isHostedStore(server.config.env['PUBLIC_SUPABASE_URL'])) {
          const { handle, migrate } = await openStoreOnce()
          server.middlewares.use(handle)
          applyNewPrices(server, migrate)
        }
        // Without a content policy, which is made of what is built: Vite's own client is inline code.
        const rules = await readHostRules(root)
        server.middlewares.use(hostHeaders(rules))
        server.middlewares.use(obeyRules(rules, hasPage))
        server.middlewares.use(fileToPage)
      },
    },
  }
}

let store: Promise<LocalStore> | undefined

/** Astro restarts its server when a setting changes; the store stays open until the command ends. */
function openStoreOnce(): Promise<LocalStore> {
  store ??= openStore()
  return store
}

async function openStore(): Promise<LocalStore> {
  try {
    const opened = await openLocalStore(storeSettings())
    whenStopped(opened.close)
    return opened
  } catch (error) {
    throw error instanceof StoreError ? plainRefusal(error.message) : error
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
