import { describe, expect, test } from 'vitest'
import { sentenceOf } from '#content-loader/problem.ts'
import type { Env } from '../build-settings.ts'
import { environment } from './environment.ts'
import type { Project } from './project.ts'

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

async function sentences(env: Env, site: string): Promise<string[]> {
  const project = { env, site, variables: Object.keys(LOCAL) } as Project
  const problems = await environment(project)
  return problems.map((problem) => sentenceOf(problem).replace('The environment: ', ''))
}

async function errors(changes: Env, site = OWN): Promise<string> {
  return (await sentences({ ...HOSTED, ...changes }, site)).join('\n')
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
  ])('%s', async (_, env, site) => {
    expect(await sentences(env, site)).toEqual([])
  })
})

test('what is missing is named, and nothing else is said', async () => {
  const [error, ...others] = await sentences({ PUBLIC_ORDER_FORM_URL: 'x' }, SAMPLE)
  expect(error).toContain('Set PUBLIC_SUPABASE_URL and PUBLIC_SUPABASE_PUBLISHABLE_KEY')
  expect(others).toEqual([])
})

describe('a secret key stops the build and is not repeated', () => {
  const secretJwt = jwt({ role: 'service_role' })
  test.each([
    ['a new secret key', 'sb_secret_0123456789'],
    ['a service_role key', secretJwt],
    ['a session token', jwt({ role: 'authenticated' })],
    ['a token without a role', jwt({})],
  ])('%s', async (_, key) => {
    const error = await errors({ PUBLIC_SUPABASE_PUBLISHABLE_KEY: key })
    expect(error).toContain('PUBLIC_SUPABASE_PUBLISHABLE_KEY is a secret key')
    expect(error).toContain('Write the publishable key')
    expect(error).not.toContain(key)
  })

  test('nor may another public variable be one', async () => {
    for (const key of ['sb_secret_0123456789', secretJwt]) {
      expect(await errors({ PUBLIC_OTHER_KEY: key })).toBe(
        'PUBLIC_OTHER_KEY is a secret key, which everybody could read in the published site. Remove it.',
      )
    }
    expect(await errors({ PUBLIC_MAP_TOKEN: jwt({ u: 'me' }), OUTBOX_KEY: secretJwt })).toBe('')
  })

  test('not in a build for this machine either', async () => {
    expect(
      await sentences({ ...LOCAL, PUBLIC_SUPABASE_PUBLISHABLE_KEY: secretJwt }, SAMPLE),
    ).toHaveLength(1)
  })
})

test.each([
  'abc',
  'eyJhbGciOi',
  'a.b.c',
  ' sb_publishable_abc',
  'sb_publishable_',
  'sb_publishable_…',
])('%j is no key at all', async (key) => {
  const error = await errors({ PUBLIC_SUPABASE_PUBLISHABLE_KEY: key })
  expect(error).toContain('PUBLIC_SUPABASE_PUBLISHABLE_KEY is no publishable key')
  expect(error).not.toContain(`${key}:`)
})

test.each([
  'abc.supabase.co',
  'http://localhost.evil.pk',
  '//abc.supabase.co',
  'https://',
  ' https://abc.supabase.co',
])('%j is no secure URL of a backend', async (url) => {
  expect(await errors({ PUBLIC_SUPABASE_URL: url })).toBe(
    'PUBLIC_SUPABASE_URL does not begin with https://. Write it as https:// and the name of the project before .supabase.co.',
  )
})

test.each([
  'https://abc.supabase.co/rest/v1',
  'https://abc.supabase.co?apikey=1',
  'https://user:password@abc.supabase.co',
])('%j has more than the host name', async (url) => {
  expect(await errors({ PUBLIC_SUPABASE_URL: url })).toBe(
    'PUBLIC_SUPABASE_URL has something after the host name. Write it as https:// and the name of the project before .supabase.co.',
  )
})

test.each(['PUBLIC_ORDER_FORM_URL', 'PUBLIC_CONTACT_FORM_URL'])(
  '%s begins with https://',
  async (name) => {
    for (const url of [
      'http://formspree.io/f/abc',
      '//formspree.io/f/abc',
      '/forms/order',
      'https://a b',
    ]) {
      expect(await errors({ [name]: url })).toMatch(
        new RegExp(`^${name} does not begin with https://\\. Write`),
      )
    }
    expect(await sentences({ ...LOCAL, [name]: '//formspree.io/f/abc' }, SAMPLE)).toHaveLength(1)
  },
)

test.each([
  'https://formspree.io/f/your-form',
  'https://formspree.io/forms/xabcdefg/overview',
  'https://docs.google.com/forms/d/e/abc/viewform',
  'https://forms.gle/abc',
])('%s is no form to which orders can be posted', async (url) => {
  expect(await errors({ PUBLIC_ORDER_FORM_URL: url })).toContain(
    `PUBLIC_ORDER_FORM_URL is ${url}, to which no order can be posted. Write the URL`,
  )
})

test('a published site never has the sample URL', async () => {
  expect(await errors({}, SAMPLE)).toMatch(
    /^The site would be published as https:\/\/zulf\.example, /,
  )
})

describe.each(['deploy-preview', 'branch-deploy'])(
  'rule 20.7: a build with CONTEXT %s',
  (CONTEXT) => {
    const url = HOSTED.PUBLIC_SUPABASE_URL

    test('stops where it has the variables of a project', async () => {
      const error = await errors({ CONTEXT })
      expect(error).toContain(`This is a preview (CONTEXT is ${CONTEXT})`)
      expect(error).toContain('for Production only')
    })

    test('goes on with the project that is named as its own', async () => {
      expect(await errors({ CONTEXT, PREVIEW_SUPABASE_URL: url })).toBe('')
    })
  },
)

test('a host does not publish a site with the local backend', async () => {
  const [error, ...others] = await sentences({ ...LOCAL, CONTEXT: 'production' }, OWN)
  expect(error).toContain('the local backend, which no customer reaches. Write command = "npm run')
  expect(others).toEqual([])
})

test.each(['https://your-project.supabase.co', 'https://db.abcdefgh.supabase.co'])(
  '%s is not the API of a project',
  async (url) => {
    expect(await errors({ PUBLIC_SUPABASE_URL: url })).toContain(
      `PUBLIC_SUPABASE_URL is ${url}, which is not the API of a project. Write it as`,
    )
  },
)

test('rule 20.7: a build of Cloudflare Pages is a preview on each branch but main', async () => {
  const problem = (CF_PAGES_BRANCH: string) => errors({ CF_PAGES: '1', CF_PAGES_BRANCH })
  expect(await problem('new-oil')).toContain('This is a preview (CF_PAGES_BRANCH is new-oil)')
  expect(await problem('main')).toBe('')
})

test.each(['production', 'dev'])('CONTEXT %s is no preview', async (CONTEXT) => {
  expect(await errors({ CONTEXT })).toBe('')
})
