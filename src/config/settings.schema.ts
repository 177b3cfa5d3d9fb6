/*
 * What src/config/settings.ts may hold. Each description completes the sentence "Write …" of a mistake. Read
 * in builds only: no browser loads this.
 */
import { z } from 'astro/zod'
import { line } from '#kit/text.schema.ts'

const EMPTY = z.literal('')
const HTTPS_URL = /^https:\/\/[a-z0-9-]+(\.[a-z0-9-]+)+(\/\S*)?$/i

/** In ISO 4217; Intl knows how many decimals people write, none for rupees. Prices here have two. */
const OTHER_DECIMALS =
  'BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF BHD IQD JOD KWD LYD OMR TND CLF UYW'.split(
    ' ',
  )

/**
 * Digits of a number with its country code: those of Pakistan by its plan, others by E.164. Ten from 30 to 34 are a
 * mobile number of Pakistan without its code, and no whole number of another country.
 */
function isCallable(digits: string): boolean {
  if (/^3[0-4]\d{8}$/.test(digits)) return false
  if (digits.startsWith('923')) return digits.length === 12
  if (digits.startsWith('92')) return /^92[1-9]\d{7,9}$/.test(digits)
  return /^[1-9]\d{9,14}$/.test(digits)
}

/** Typed with +, with the zero of the national form, or a short one such as 111 123 456, which has neither. */
function isCallablePhone(phone: string): boolean {
  if (!/^[+\d(][\d ()-]*$/.test(phone)) return false
  const digits = phone.replace(/\D/g, '')
  if (phone.startsWith('+')) return isCallable(digits)
  return digits.startsWith('0') ? isCallable(`92${digits.slice(1)}`) : /^[1-9]\d{6,8}$/.test(digits)
}

const shown = z.boolean().describe('true to show it, or false')

export const settingsSchema = z.strictObject({
  name: line.max(60).describe('the name of the shop in at most 60 letters'),
  urduName: line.max(60).describe('the name of the shop in Urdu'),
  site: z
    .string()
    .regex(/^https:\/\/[a-z0-9-]+(\.[a-z0-9-]+)+$/)
    .describe(
      'where the site is published, in small letters and without a path or a final slash, such as https://zulf.pk',
    ),
  currency: z
    .enum(Intl.supportedValuesOf('currency').filter((code) => !OTHER_DECIMALS.includes(code)))
    .describe('the code of a currency with two decimals by ISO 4217, such as PKR'),
  currencyWords: z.strictObject({
    name: z.string().describe("what people call the currency, such as Pakistani rupees, or ''"),
    sign: z.string().describe("what stands before a sum, such as Rs, or ''"),
  }),
  parcel: z.strictObject({
    kg: z.number().positive().describe('kilograms as a number above 0, such as 0.5'),
    units: z.int().min(1).describe('a whole number from 1, such as 2'),
    kgPerFurtherUnit: z.number().min(0).describe('kilograms as a number, such as 0.25'),
  }),
  largeAmount: z.int().min(1).describe('rupees as a whole number, such as 200000'),
  country: line.describe('the country of the shop, such as Pakistan'),
  city: line.describe('the city of the shop, such as Lahore'),
  founded: z
    .int()
    .min(1900)
    .max(new Date().getFullYear())
    .describe('the year as a number that is not in the future, such as 2020'),
  address: z.string().describe("the shop's address in one line, or '' for none"),
  email: z.email().or(EMPTY).describe("an e-mail address such as salam@zulf.pk, or '' for none"),
  phone: z
    .string()
    .refine(isCallablePhone)
    .or(EMPTY)
    .describe(
      "a phone number that can be called, with all of its digits, such as +92 321 4567890, or '' for none",
    ),
  whatsApp: z
    .string()
    .refine((digits) => /^\d+$/.test(digits) && isCallable(digits))
    .or(EMPTY)
    .describe(
      "digits only, with the country code and no zero or plus before it, such as 923214567890, or '' for none",
    ),
  socialProfiles: z
    .array(
      z.strictObject({
        name: line.describe('the name of the network, such as Instagram'),
        url: z
          .string()
          .regex(HTTPS_URL)
          .or(EMPTY)
          .describe("the URL of the profile, which begins with https://, or '' for none"),
      }),
    )
    .describe('a list of profiles, each with "name" and "url", or [] for none'),
  shows: z.strictObject({
    ratings: shown,
    testimonials: shown,
    results: shown,
    approved: shown,
    discounts: shown,
  }),
  mayOpenParcel: z.boolean().describe('true or false'),
  adminEmailDomain: z
    .string()
    .regex(/^[a-z0-9-]+(\.[a-z0-9-]+)+$/)
    .describe('a domain in small letters, such as zulf.pk'),
  deliveredBy: z.string().describe("the names of the couriers in one line, or '' for none"),
})

export type Settings = z.infer<typeof settingsSchema>
