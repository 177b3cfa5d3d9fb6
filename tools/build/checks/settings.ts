import { settingsSchema } from '#config/settings.schema.ts'
import { type Settings, settings } from '#config/settings.ts'
import { inFile, type Problem, stopAt } from '#content-loader/problem.ts'
import { schemaProblems } from '#content-loader/schema-problems.ts'
import { isForPublishing } from '../build-settings.ts'
import type { Check } from './project.ts'

export const SETTINGS_FILE = 'src/config/settings.ts'

/** The settings of the shop. Throws one sentence per mistake. */
export function validSettings(): Settings {
  stopAt(settingsProblems(settings))
  return settings
}

export function settingsProblems(data: unknown): Problem[] {
  return inFile(SETTINGS_FILE, schemaProblems(settingsSchema, data))
}

/** Names the settings and the claims that are still samples when a site is built for a host. */
export const sampleSettings: Check = ({ settings: data, env }) =>
  isForPublishing(env) ? sampleWarnings(data) : []

/** One about the fields that are samples, and one about each claim of samples that is switched on. */
export function sampleWarnings(data: Settings): Problem[] {
  const fields = sampleFields(data)
  const claims = Object.entries(SAMPLE_CLAIMS).filter(([key]) => data.shows[key as SampleClaim])
  const samples = {
    what: `still holds samples: ${fields.join(', ')}`,
    write: 'Replace what docs/publishing.md lists before you sell',
  }
  return inFile(SETTINGS_FILE, [
    ...(fields.length > 0 ? [samples] : []),
    ...claims.map(([key, claim]) => ({
      what: `shows.${key} is on: ${claim}`,
      write: 'Make it true or switch it off (docs/before-you-sell.md)',
    })),
  ]).map((problem) => ({ ...problem, isWarning: true }))
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
