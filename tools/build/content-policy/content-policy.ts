/*
 * Writes the headers that depend on what was built into dist/_headers, which Netlify and the local
 * server read beside netlify.toml. See docs/decisions/islands.md.
 */
import { globSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { AstroIntegration } from 'astro'
import type { Plugin } from 'vite'
import { readPageRules } from '#tools/site-server/netlify-rules/page-rules.ts'
import { publicSettings } from '../public-settings.ts'
import { type BuiltSite, type HeaderRule, headerRules } from './header-rules.ts'
import { inlineCodeOf } from './inline-code.ts'

export function contentPolicy(): AstroIntegration {
  let root = ''
  let settings: Record<string, string> = {}
  const settingsReader: Plugin = {
    name: 'content-policy',
    configResolved(config) {
      settings = publicSettings(config)
    },
  }
  return {
    name: 'content-policy',
    hooks: {
      'astro:config:setup': ({ command, config, updateConfig }) => {
        root = fileURLToPath(config.root)
        if (command === 'build') updateConfig({ vite: { plugins: [settingsReader] } })
      },
      'astro:build:done': async ({ dir, logger }) => {
        const dist = fileURLToPath(dir)
        const rules = headerRules(readSite(dist), await readPageRules(root), settings)
        writeFileSync(join(dist, '_headers'), printed(rules))
        logger.info(`${rules.length} rules in _headers`)
      },
    },
  }
}

function readSite(dist: string): BuiltSite {
  const pages = globSync('**/*.html', { cwd: dist })
    .sort()
    .map((file) => ({ file: `/${file}`, ...inlineCodeOf(readFileSync(join(dist, file), 'utf8')) }))
  const fileFolders = globSync('*', { cwd: dist, withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map((entry) => `/${entry.name}`)
    .filter((folder) => !pages.some(({ file }) => file.startsWith(`${folder}/`)))
  return { pages, fileFolders }
}

function printed(rules: HeaderRule[]): string {
  return rules
    .map(({ for: pattern, values }) => `${[pattern, ...lines(values)].join('\n')}\n`)
    .join('')
}

function lines(values: Record<string, string>): string[] {
  return Object.entries(values).map(([name, value]) => `  ${name}: ${value}`)
}
