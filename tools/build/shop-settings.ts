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

/** Names the settings and the claims that are still samples when a site is built for a host. */
export function sampleSettings(): AstroIntegration {
  return {
    name: 'sample-settings',
    hooks: {
      'astro:build:done': ({ logger }) => {
        if (!isForPublishing(process.env)) return
        for (const warning of sampleWarnings(settings)) logger.warn(warning)
      },
    },
  }
}

/** One sentence about the fields that are samples, and one about each claim of samples that is switched on. */
export function sampleWarnings(data: Settings): string[] {
  const fields = sampleFields(data)
  const claims = Object.entries(SAMPLE_CLAIMS).filter(([key]) => data.shows[key as SampleClaim])
  return [
    ...(fields.length > 0
      ? [
          `${SETTINGS_FILE} still holds samples: ${fields.join(', ')}. docs/publishing.md lists what to replace before you sell.`,
        ]
      : []),
    ...claims.map(
      ([key, claim]) =>
        `${SETTINGS_FILE}: shows.${key} is on: ${claim}. Make it true or switch it off (docs/before-you-sell.md).`,
    ),
  ]
}

type SampleClaim = keyof Settings['shows']

/** What came with the repository and is not true of any shop yet, by its switch in `shows`. */
const SAMPLE_CLAIMS: Record<SampleClaim, string> = {
  ratings: 'ratings and counts of reviews are invented',
  testimonials: 'testimonials are invented',
  results: 'the results gallery is drawn',
  approved: '"Dermatologist-approved" needs evidence',
  discounts: 'the regular prices must have been asked',
}

/** The fields with a name under .example, which nobody can register, or with the sample's phone number. */
export function sampleFields(data: Settings): string[] {
  return Object.entries(data)
    .filter(([, value]) => /\.example\b|300 ?0000000/.test(JSON.stringify(value)))
    .map(([field]) => field)
}
