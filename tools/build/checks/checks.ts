/*
 * What no single file can show: whether settings, prices, texts, the host's rules and the pages fit together. A check
 * is a file of this folder. A build stops at what they find, before it publishes anything.
 */
import { fileURLToPath } from 'node:url'
import type { AstroIntegration, AstroIntegrationLogger } from 'astro'
import { loadEnv, type ResolvedConfig } from 'vite'
import { settings } from '#config/settings.ts'
import { type Problem, sentenceOf, stopAt } from '#content-loader/problem.ts'
import { contactTexts } from './contact-texts.ts'
import { contentFiles } from './content-files.ts'
import { country } from './country.ts'
import { environment } from './environment.ts'
import { headerRules } from './header-rules.ts'
import { hostRules } from './host-rules.ts'
import { links } from './links.ts'
import { prices } from './prices.ts'
import type { BuiltSite, Check, Project } from './project.ts'
import { publicFiles } from './public-files.ts'
import { searchFiles } from './search-files.ts'
import { sampleSettings, settingsProblems } from './settings.ts'

const BEFORE_BUILD: Check[] = [
  environment,
  sampleSettings,
  country,
  contentFiles,
  contactTexts,
  prices,
  hostRules,
  publicFiles,
]
const OF_THE_BUILT_SITE: Check<BuiltSite>[] = [links, searchFiles, headerRules]

/** What is wrong with a project before it is built. */
export async function projectProblems(project: Project): Promise<Problem[]> {
  const ofSettings = settingsProblems(project.settings)
  if (ofSettings.length > 0) return ofSettings
  return (await Promise.all(BEFORE_BUILD.map((check) => check(project)))).flat()
}

/** What is wrong with the built site. */
export async function siteProblems(site: BuiltSite): Promise<Problem[]> {
  return (await Promise.all(OF_THE_BUILT_SITE.map((check) => check(site)))).flat()
}

/** Must come after whatever writes files of the site. */
export function checks(): AstroIntegration {
  let root: string
  let site: string
  let isChecked = false
  let variables: string[]
  return {
    name: 'checks',
    hooks: {
      'astro:config:setup': ({ command, config, logger, updateConfig }) => {
        root = fileURLToPath(config.root)
        site = config.site ?? 'http://localhost'
        variables = Object.keys(config.env.schema)
        if (command !== 'build') return
        const plugin = {
          name: 'checks',
          // The only hook that has the mode, which decides the .env files. Each server of a build calls it.
          async configResolved({ mode, envDir }: ResolvedConfig) {
            if (isChecked) return
            isChecked = true
            // The prefix is '', so that misspelt variables are found as well.
            const env = loadEnv(mode, envDir || root, '')
            end(await projectProblems({ root, settings, site, env, variables }), logger)
          },
        }
        updateConfig({ vite: { plugins: [plugin] } })
      },
      'astro:build:done': async ({ dir, logger }) => {
        end(await siteProblems({ folder: fileURLToPath(dir), root, site }), logger)
      },
    },
  }
}

function end(problems: Problem[], logger: AstroIntegrationLogger): void {
  for (const problem of problems.filter(({ isWarning }) => isWarning)) {
    logger.warn(sentenceOf(problem))
  }
  stopAt(problems.filter(({ isWarning }) => !isWarning))
}
