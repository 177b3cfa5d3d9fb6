/* `astro dev` as the host would serve the site, with the local backend beside it. */
import { fileURLToPath } from 'node:url'
import type { AstroIntegration, IntegrationResolvedRoute } from 'astro'

export function localBackend(): AstroIntegration {
  let routes: IntegrationResolvedRoute[] = []
  let root = ''
  let publicFolder = ''
  return {
    name: 'local-backend',
    hooks: {
      'astro:config:done': ({ config }) => {
        root = fileURLToPath(config.root)
        publicFolder = fileURLToPath(config.publicDir)
      },
      'astro:routes:resolved': (resolved) => {
        routes = resolved.routes
      },
      'astro:server:setup': async ({ server }) => {
        // Unit tests load this configuration too, and need no server.
        if (process.env['VITEST']) return
        // Loaded only here: a build has neither the backend nor its packages.
        const { devMiddleware } = await import('./dev-middleware.ts')
        const backendUrl = server.config.env['PUBLIC_SUPABASE_URL']
        const site = { server, root, publicFolder, backendUrl, routes: () => routes }
        for (const middleware of await devMiddleware(site)) server.middlewares.use(middleware)
      },
    },
  }
}
