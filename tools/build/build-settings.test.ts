import { describe, expect, test } from 'vitest'
import { type Env, settingsErrors, siteUrl } from './build-settings.ts'

const SAMPLE = 'https://zulf.example'
const OWN = 'https://zulf.pk'

const HOSTED = {
  PUBLIC_SUPABASE_URL: 'https://abc.supabase.co',
  PUBLIC_SUPABASE_PUBLISHABLE_KEY: 'sb_publishable_abc',
}
const LOCAL = {
  PUBLIC_SUPABASE_URL: '/',
  PUBLIC_SUPABASE_PUBLISHABLE_KEY: 'sb_publishable_local',
  PUBLIC_ORDER_FORM_URL: '/forms/order',
  PUBLIC_CONTACT_FORM_URL: '/forms/contact',
}

function jwt(claims: unknown): string {
  const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')
  return `${encode({ alg: 'HS256', typ: 'JWT' })}.${encode(claims)}.c2lnbmF0dXJl`
}

function errors(changes: Env, site = OWN): string {
  return settingsErrors({ ...HOSTED, ...changes }, site).join('\n')
}

describe('a build accepts', () => {
  test.each<[string, Env, string]>([
    ['the local backend with the sample URL', LOCAL, SAMPLE],
    ['a hosted project', HOSTED, OWN],
    ['a domain of its own', { ...HOSTED, PUBLIC_SUPABASE_URL: 'https://API.zulf.pk/' }, OWN],
    ['an anon key', { ...HOSTED, PUBLIC_SUPABASE_PUBLISHABLE_KEY: jwt({ role: 'anon' }) }, OWN],
    ['a form service', { ...HOSTED, PUBLIC_ORDER_FORM_URL: 'https://formspree.io/f/abc' }, OWN],
    ['no form service', { ...HOSTED, PUBLIC_ORDER_FORM_URL: '' }, OWN],
    ['http on this machine', { ...LOCAL, PUBLIC_SUPABASE_URL: 'http://localhost:54321' }, SAMPLE],
  ])('%s', (_, env, site) => {
    expect(settingsErrors(env, site)).toEqual([])
  })
})

test('what is missing is named, and nothing else is said', () => {
  const [error, ...others] = settingsErrors({ PUBLIC_ORDER_FORM_URL: 'x' }, SAMPLE)
  expect(error).toContain('set PUBLIC_SUPABASE_URL and PUBLIC_SUPABASE_PUBLISHABLE_KEY')
  expect(others).toEqual([])
})

describe('a secret key stops the build and is not repeated', () => {
  const secretJwt = jwt({ role: 'service_role' })
  test.each([
    ['a new secret key', 'sb_secret_0123456789'],
    ['a service_role key', secretJwt],
    ['a session token', jwt({ role: 'authenticated' })],
    ['a token without a role', jwt({})],
  ])('%s', (_, key) => {
    const error = errors({ PUBLIC_SUPABASE_PUBLISHABLE_KEY: key })
    expect(error).toContain('PUBLIC_SUPABASE_PUBLISHABLE_KEY is a secret key')
    expect(error).toContain('write the publishable key')
    expect(error).not.toContain(key)
  })

  test('not in a build for this machine either', () => {
    expect(
      settingsErrors({ ...LOCAL, PUBLIC_SUPABASE_PUBLISHABLE_KEY: secretJwt }, SAMPLE),
    ).toHaveLength(1)
  })
})

test.each(['abc', 'eyJhbGciOi', 'a.b.c', ' sb_publishable_abc'])('%j is no key at all', (key) => {
  const error = errors({ PUBLIC_SUPABASE_PUBLISHABLE_KEY: key })
  expect(error).toContain('PUBLIC_SUPABASE_PUBLISHABLE_KEY is no publishable key')
  expect(error).not.toContain(`${key}:`)
})

test.each([
  'abc.supabase.co',
  'http://localhost.evil.pk',
  '//abc.supabase.co',
  'https://',
  ' https://abc.supabase.co',
])('%j is no secure URL of a backend', (url) => {
  expect(errors({ PUBLIC_SUPABASE_URL: url })).toBe(
    'PUBLIC_SUPABASE_URL does not begin with https://: write it as https://your-project.supabase.co.',
  )
})

test.each([
  'https://abc.supabase.co/rest/v1',
  'https://abc.supabase.co?apikey=1',
  'https://user:password@abc.supabase.co',
])('%j has more than the host name', (url) => {
  expect(errors({ PUBLIC_SUPABASE_URL: url })).toBe(
    'PUBLIC_SUPABASE_URL has something after the host name: write it as https://your-project.supabase.co.',
  )
})

test.each(['PUBLIC_ORDER_FORM_URL', 'PUBLIC_CONTACT_FORM_URL'])(
  '%s begins with https://',
  (name) => {
    for (const url of [
      'http://formspree.io/f/abc',
      '//formspree.io/f/abc',
      '/forms/order',
      'https://a b',
    ]) {
      expect(errors({ [name]: url })).toMatch(
        new RegExp(`^${name} does not begin with https://: write`),
      )
    }
    expect(settingsErrors({ ...LOCAL, [name]: '//formspree.io/f/abc' }, SAMPLE)).toHaveLength(1)
  },
)

test.each([
  'https://formspree.io/f/your-form',
  'https://formspree.io/forms/xabcdefg/overview',
  'https://docs.google.com/forms/d/e/abc/viewform',
  'https://forms.gle/abc',
])('%s is no form to which orders can be posted', (url) => {
  expect(errors({ PUBLIC_ORDER_FORM_URL: url })).toContain(
    `PUBLIC_ORDER_FORM_URL is ${url}, to which no order can be posted: write the URL`,
  )
})

describe('the URL of the site', () => {
  const netlify = { ...HOSTED, URL: 'https://zulf-shop.netlify.app' }

  test.each<[string, string, Env, string]>([
    ['the settings', OWN, netlify, OWN],
    [
      "Netlify's while the settings have the sample",
      SAMPLE,
      netlify,
      'https://zulf-shop.netlify.app',
    ],
    ['the sample in a local build', SAMPLE, { ...LOCAL, URL: OWN }, SAMPLE],
    ['the sample where the host has none', SAMPLE, HOSTED, SAMPLE],
    ['the sample where the host has no URL', SAMPLE, { ...HOSTED, URL: 'zulf' }, SAMPLE],
  ])('is that of %s', (_, settingsUrl, env, url) => {
    expect(siteUrl(settingsUrl, env)).toBe(url)
  })

  test('is never the sample on a published site', () => {
    expect(errors({}, SAMPLE)).toMatch(/^The site would be published as https:\/\/zulf\.example, /)
  })
})

describe.each(['deploy-preview', 'branch-deploy'])(
  'rule 20.7: a build with CONTEXT %s',
  (CONTEXT) => {
    const url = HOSTED.PUBLIC_SUPABASE_URL

    test('stops where it has the variables of a project', () => {
      const error = errors({ CONTEXT })
      expect(error).toContain(`This is a preview (CONTEXT is ${CONTEXT})`)
      expect(error).toContain('for the Production context only')
    })

    test('goes on with the project that is named as its own', () => {
      expect(errors({ CONTEXT, PREVIEW_SUPABASE_URL: url })).toBe('')
    })
  },
)

test.each(['production', 'dev'])('CONTEXT %s is no preview', (CONTEXT) => {
  expect(errors({ CONTEXT })).toBe('')
})
