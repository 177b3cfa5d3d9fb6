/*
 * Writes the scripts that belong to no page: dist/service-worker.js (docs/decisions/browsers.md), and
 * dist/notices-worker.js, which shows notices.
 */
import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { AstroIntegration } from 'astro'
import { buildScript } from './build-script.ts'
import { importsIn } from './script-imports.ts'

/** Must come after integrations that change the finished pages. */
export function serviceWorker(): AstroIntegration {
  return {
    name: 'service-worker',
    hooks: {
      'astro:build:done': async ({ dir, logger }) => {
        const dist = fileURLToPath(dir)
        // Set to remove the worker from every device.
        const isOff = process.env['SERVICE_WORKER'] === 'off'
        const script = isOff
          ? await buildScript(entry('no-worker.ts'))
          : await buildScript(entry('service-worker.ts'), { OFFLINE_FILES: offlineFiles(dist) })
        const noticesWorker = fileURLToPath(
          new URL('../../src/desk/notices/notices-worker.ts', import.meta.url),
        )
        // Without the desk there are no notices.
        if (existsSync(noticesWorker))
          await writeFile(join(dist, 'notices-worker.js'), `${await buildScript(noticesWorker)}\n`)
        const version = await versionOf(dist)
        await writeFile(join(dist, 'service-worker.js'), `/* ${version} */\n${script}\n`)
        if (isOff) logger.warn('SERVICE_WORKER=off: devices drop what they have cached')
      },
    },
  }
}

/** The scripts and fonts of the offline page, with what the scripts import. */
function offlineFiles(dist: string): string[] {
  const files = new Set<string>()
  const read = (file: string) => readFileSync(join(dist, file), 'utf8')
  const add = (file: string) => {
    if (files.has(file)) return
    files.add(file)
    if (file.endsWith('.js')) importsIn(read(file)).forEach(add)
  }
  for (const [file] of read('offline.html').matchAll(/\/_astro\/[\w./@-]+\.(js|woff2)/g)) add(file)
  return [...files]
}

/** Different for each change of the site: browsers install a worker when its bytes differ. */
async function versionOf(dist: string): Promise<string> {
  const hash = createHash('sha256')
  const files = await readdir(dist, { recursive: true })
  for (const file of files.sort()) {
    hash.update(file)
    if (file.endsWith('.html')) hash.update(await readFile(join(dist, file)))
  }
  return hash.digest('hex').slice(0, 16)
}

function entry(file: string): string {
  return fileURLToPath(new URL(`../../src/shop/offline/${file}`, import.meta.url))
}
