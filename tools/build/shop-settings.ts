import type { AstroIntegration } from 'astro'
import { settingsSchema } from '#config/settings.schema.ts'
import { type Settings, settings } from '#config/settings.ts'
import { schemaProblems } from '#content-loader/schema-problems.ts'
import { userError } from '#kit/user-error.ts'
import { isForPublishing } from './build-settings.ts'

export const SETTINGS_FILE = 'src/config/settings.ts'

/** The settings of the shop. Throws one sentence per mistake: the field, its value and what to write. */
export function validSettings(): Settings {
  const problems = settingsProblems(settings)
  if (problems.length > 0) throw userError(problems.join('\n'))
  return settings
}

export function settingsProblems(data: unknown): string[] {
  return schemaProblems(settingsSchema, data).map((problem) => `${SETTINGS_FILE}: ${problem}`)
}

/** Names the settings that are still samples when a site is built for a host. */
export function sampleSettings(): AstroIntegration {
  return {
    name: 'sample-settings',
    hooks: {
      'astro:build:done': ({ logger }) => {
        const samples = sampleFields(settings)
        if (samples.length === 0 || !isForPublishing(process.env)) return
        logger.warn(
          `${SETTINGS_FILE} still holds samples: ${samples.join(', ')}. docs/publishing.md lists what to replace before you sell.`,
        )
      },
    },
  }
}

/** The fields with a name under .example, which nobody can register, or with the sample's phone number. */
export function sampleFields(data: Settings): string[] {
  return Object.entries(data)
    .filter(([, value]) => /\.example\b|300 ?0000000/.test(JSON.stringify(value)))
    .map(([field]) => field)
}
