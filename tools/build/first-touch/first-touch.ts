/*
 * `client:touch`: an island whose React comes when the customer turns to it, and that loses nothing of
 * what was done before (docs/decisions/islands.md).
 */
import { fileURLToPath } from 'node:url'
import type { AstroIntegration } from 'astro'
import { buildScript } from '../build-script.ts'
import { rewritePages } from '../rewrite-pages.ts'
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
        await rewritePages(folder, (page) => deferRuntime(page, folder, early))
      },
    },
  }
}

function besideThis(file: string): string {
  return fileURLToPath(new URL(file, import.meta.url))
}
