import { expect, test } from 'vitest'
import { type Env, siteUrl } from './build-settings.ts'

const SAMPLE = 'https://zulf.example'
const OWN = 'https://zulf.pk'
const HOST = { PUBLIC_SUPABASE_URL: 'https://abc.supabase.co' }
const NETLIFY = { ...HOST, URL: 'https://zulf-shop.netlify.app' }

test.each<[string, string, Env, string]>([
  ['the settings', OWN, NETLIFY, OWN],
  ["Netlify's while the settings have the sample", SAMPLE, NETLIFY, NETLIFY.URL],
  ['the sample in a local build', SAMPLE, { PUBLIC_SUPABASE_URL: '/', URL: OWN }, SAMPLE],
  ['the sample where the host has none', SAMPLE, HOST, SAMPLE],
  ['the sample where the host has no URL', SAMPLE, { ...HOST, URL: 'zulf' }, SAMPLE],
])('the URL of the site is that of %s', (_, settingsUrl, env, url) => {
  expect(siteUrl(settingsUrl, env)).toBe(url)
})
