/*
 * A build writes into .build/next and becomes `dist` only when it has succeeded. A failed build leaves
 * the last good one in place, and a server that reads it keeps its files.
 */
import { mkdir, rename, rm } from 'node:fs/promises'
import type { AstroIntegration } from 'astro'

/** Must be the last integration: whatever changes the finished site comes before it. */
export function outputSwap(): AstroIntegration {
  let published: URL
  let folder: URL
  return {
    name: 'output-swap',
    hooks: {
      'astro:config:setup': ({ command, config, updateConfig }) => {
        if (command !== 'build') return
        published = config.outDir
        folder = new URL('.build/', config.root)
        updateConfig({ outDir: new URL('next/', folder) })
      },
      'astro:build:done': async ({ dir, logger }) => {
        const previous = new URL('previous/', folder)
        await rm(previous, { recursive: true, force: true })
        await moveIfPresent(published, previous)
        await mkdir(new URL('../', published), { recursive: true })
        await rename(dir, published)
        await rm(folder, { recursive: true, force: true })
        logger.info(`published to ${published.pathname}`)
      },
    },
  }
}

async function moveIfPresent(from: URL, to: URL): Promise<void> {
  try {
    await rename(from, to)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
  }
}
