/* The built site on a server that can be stopped, and replaced by that of another build. */
import { cpSync, globSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { DIST } from '#tests/support/built-site.ts'
import type { Middleware } from '#tools/site-server/middleware.ts'
import {
  type SiteOptions,
  type SiteServer,
  startSiteServer,
} from '#tools/site-server/site-server.ts'
import { test as shopTest } from './shop-test.ts'

interface DeployedSite {
  url: string
  /** No request gets a response from now on. */
  stop(): Promise<void>
  /** Replaces the published build by this one. */
  deploy(dist: string): Promise<void>
  /** The same, but no page arrives until the returned function is called. */
  deployHolding(dist: string): Promise<() => void>
}

/** The service worker runs in these tests, and each has a server of its own. */
export const test = shopTest.extend<{ folder: string; site: DeployedSite }>({
  folder: async ({ browserName: _ }, use, testInfo) => {
    const folder = testInfo.outputPath('builds')
    await use(folder)
    rmSync(folder, { recursive: true, force: true })
  },
  // After the folder, to end before it: the server reads from it to its end.
  site: async ({ folder: _ }, use) => {
    const site = await deploySite()
    await use(site)
    await site.stop()
  },
  baseURL: ({ site }, use) => use(site.url),
  serviceWorkers: 'allow',
  expectedNoise:
    /Failed to load resource|rule set requested|dynamically imported module|cart drawer could not be loaded/,
})

async function deploySite(): Promise<DeployedSite> {
  let server: SiteServer | undefined = await startSiteServer({ port: 0, dist: DIST })
  const { url } = server
  const stop = async () => {
    await server?.close()
    server = undefined
  }
  const replace = async (site: Partial<SiteOptions> & { dist: string }) => {
    await stop()
    server = await startSiteServer({ port: Number(new URL(url).port), ...site })
  }
  return {
    url,
    stop,
    deploy: (next) => replace({ dist: next }),
    deployHolding: async (next) => {
      const { promise, resolve } = Promise.withResolvers<void>()
      await replace({ dist: next, backend: { handle: holdingPages(promise) } })
      return resolve
    },
  }
}

function holdingPages(released: Promise<void>): Middleware {
  return ({ headers }, _response, next) => {
    if (headers['sec-fetch-mode'] === 'navigate') void released.then(() => next())
    else next()
  }
}

/** The built site with another service worker. */
export function withWorker(folder: string, script: string): string {
  const dist = join(folder, 'other-worker')
  cpSync(DIST, dist, { recursive: true })
  writeFileSync(join(dist, 'service-worker.js'), script)
  return dist
}

/** The built site as another build would have it: every script has a new name, every page a new title. */
export function anotherBuild(folder: string, name: string): string {
  const dist = join(folder, name)
  cpSync(DIST, dist, { recursive: true })
  const scripts = globSync('_astro/*.js', { cwd: dist }).map((file) => basename(file, '.js'))
  const text = globSync('**/*.{html,js}', { cwd: dist }).map((file) => join(dist, file))
  for (const file of text) writeFileSync(file, renamed(readFileSync(file, 'utf8')))
  for (const script of scripts) {
    const file = join(dist, '_astro', `${script}.js`)
    renameSync(file, join(dirname(file), `${script}${name}.js`))
  }
  return dist

  function renamed(content: string): string {
    const known = new Set(scripts)
    return content
      .replace(/([\w.@-]+)\.js\b/g, (whole, script) =>
        known.has(script) ? `${script}${name}.js` : whole,
      )
      .replace('<title>', `<title>${name}: `)
      .replace(/^\/\* /, `/* ${name} `)
  }
}
