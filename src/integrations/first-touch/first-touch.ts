/*
 * `client:touch`: an island whose React comes when the shopper turns to it, and that loses nothing of
 * what was done before (docs/decisions/islands.md).
 */
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { AstroIntegration } from 'astro'
import { buildScript } from '../build-script.ts'
import { deferRuntime } from './defer-runtime.ts'

/** Belongs before whatever reads the finished pages, such as a hash of their scripts. */
export function firstTouch(): AstroIntegration {
  return {
    name: 'first-touch',
    hooks: {
      'astro:config:setup': ({ addClientDirective, command }) => {
        const file = command === 'build' ? 'directive.ts' : 'directive.dev.ts'
        addClientDirective({ name: 'touch', entrypoint: besideThis(file) })
      },
      'astro:build:done': async ({ dir }) => {
        const early = await buildScript(besideThis('early.ts'))
        const folder = fileURLToPath(dir)
        const files = await readdir(folder, { recursive: true })
        for (const file of files.filter((name) => name.endsWith('.html'))) {
          const path = join(folder, file)
          const page = await readFile(path, 'utf8')
          const deferred = await deferRuntime(page, folder, early)
          if (deferred !== page) await writeFile(path, deferred)
        }
      },
    },
  }
}

function besideThis(file: string): string {
  return fileURLToPath(new URL(file, import.meta.url))
}
