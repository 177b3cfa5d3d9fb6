import { createServer, request } from 'node:http'
import { describe, expect, inject, test } from 'vitest'
import { forgetCounts } from '#tests/support/limits.ts'
import { adminLogin } from '#tests/support/shop-server.ts'
import { openTemplateDatabase } from '#tests/support/template-database.ts'
import { authGuarantees } from '#tools/check-hosted/auth-guarantees.ts'
import { check } from '#tools/check-hosted/check.ts'
import { clientGuarantees } from '#tools/check-hosted/client-guarantees.ts'
import { dataGuarantees } from '#tools/check-hosted/data-guarantees.ts'
import { otherGuarantees } from '#tools/check-hosted/other-guarantees.ts'
import { priceGuarantees } from '#tools/check-hosted/price-guarantees.ts'
import { openProject } from '#tools/check-hosted/project.ts'
import { siteGuarantees } from '#tools/check-hosted/site-guarantees.ts'
import { listenOnFreePort } from '#tools/free-port.ts'
import { LOCAL_API_KEY } from '#tools/local-backend/gateway.ts'
import { saveUser } from '#tools/local-backend/local-admin.ts'
import { pushChanges, respondNaively } from './naive-project.ts'
import { openBackend } from './open-backend.ts'

const backend = openBackend('check-hosted')

test('the local backend keeps every promise, one line says so for each, and an order is placed on request only', async () => {
  const lines: string[] = []
  expect(await check({ url: backend.url, key: LOCAL_API_KEY })).toEqual([])
  expect(await backend.sql('select id from public.orders')).toEqual([])
  const broken = await check({
    url: backend.url,
    key: LOCAL_API_KEY,
    placesOrder: true,
    cleanUp: { admin: adminLogin },
    print: (line) => lines.push(line),
  })
  expect(broken).toEqual([])
  expect(lines.length).toBeGreaterThan(15)
  expect(lines.filter((line) => !line.startsWith('ok '))).toEqual(['Cancelled 1 of 1 test orders.'])
  expect(await backend.sql('select status from public.orders')).toEqual([{ status: 'cancelled' }])
})

test('a key that the project does not accept ends the check with its one cause', async () => {
  const lines: string[] = []
  const broken = await check({
    url: backend.url,
    key: 'sb_publishable_rotated',
    print: (line) => lines.push(line),
  })
  expect(broken).toEqual(['The project accepts the key'])
  expect(lines).toEqual([expect.stringContaining('The key is not accepted by this project')])
})

test('limits that cannot be read or set back are said, and end no check', async () => {
  const database = await openTemplateDatabase()
  const project = createServer(async (_, response) => {
    await database.query('alter sequence if exists private.limit_1 rename to limit_of_before')
    response.writeHead(401).end()
  })
  const url = `http://127.0.0.1:${await listenOnFreePort(project)}`
  const host = encodeURIComponent(inject('postgres').host)
  const lines: string[] = []
  for (const databaseUrl of [
    `postgres://postgres@localhost/${database.name}?host=${host}`,
    'postgres://postgres:se#cret@db.example/postgres',
  ]) {
    await check({ url, key: 'any', databaseUrl, print: (line) => lines.push(line) })
  }
  project.closeAllConnections()
  project.close()
  await database.close()
  expect(lines).toEqual([
    expect.stringContaining('NOT ok  The project accepts the key'),
    expect.stringMatching(
      /^What this asks stays counted in the limits: relation .* does not exist$/,
    ),
    expect.stringMatching(
      /^What this asks stays counted in the limits: The database URL cannot be/,
    ),
    expect.stringContaining('NOT ok  The project accepts the key'),
  ])
})

test('a user who is no admin is told apart from a wrong password', async () => {
  const login = { email: 'user@zulf.example', password: 'long-enough-password' }
  await saveUser(backend.sql, login)
  const problemWith = (admin: typeof login) =>
    clientGuarantees(admin)[0]?.passes(openProject(backend.url, LOCAL_API_KEY))
  expect(await problemWith(login)).toBe(
    `${login.email} is a user, but no admin: docs/publishing.md, step 2, has the SQL that adds the admin.`,
  )
  expect(await problemWith({ ...login, password: 'wrong' })).toBe(false)
})

test('over the limit of tries, a broken promise says only when to try again', async () => {
  const lines: string[] = []
  const options = {
    url: backend.url,
    key: LOCAL_API_KEY,
    print: (line: string) => lines.push(line),
  }
  while (!lines.some((line) => line.includes('NOT ok'))) await check(options)
  expect(lines.filter((line) => line.includes('NOT ok')).join('\n')).toContain(
    '→ Too many tries from here: try again in ten minutes.',
  )
  expect(lines.join('\n')).not.toContain('npm run prices')
  await forgetCounts(backend.sql)
}, 240_000)

describe('the client that is counted', () => {
  test('is the one that a gateway names, whatever the caller says of itself', async () => {
    const gateway = await openGateway((forwarded, caller) => `${forwarded}, ${caller}`)
    expect(await check({ url: gateway.url, key: LOCAL_API_KEY, admin: adminLogin })).toEqual([])
    gateway.close()
  })

  test.each([
    ['the caller may choose', (forwarded: string) => forwarded || '203.0.113.7'],
    ['is unreadable', () => 'unknown'],
    ['changes with every request', () => `203.0.113.${++requests % 250}`],
  ])('breaks its promise where it %s', async (_, forward) => {
    const gateway = await openGateway(forward)
    expect(await check({ url: gateway.url, key: LOCAL_API_KEY, admin: adminLogin })).toEqual([
      'Requests are counted under an IP address that the caller cannot choose',
    ])
    gateway.close()
  })

  let requests = 0

  /** Stands before the backend as a host's gateway does. */
  async function openGateway(forward: (forwarded: string, caller: string) => string) {
    const server = createServer((incoming, response) => {
      const forwarded = String(incoming.headers['x-forwarded-for'] ?? '')
      const headers = {
        ...incoming.headers,
        'x-forwarded-for': forward(forwarded, '198.51.100.1'),
      }
      const { method = 'GET', url: path = '/' } = incoming
      const outgoing = request(new URL(path, backend.url), { method, headers }, (upstream) => {
        response.writeHead(upstream.statusCode ?? 502, upstream.headers)
        upstream.pipe(response)
      })
      incoming.pipe(outgoing)
    })
    return {
      url: `http://127.0.0.1:${await listenOnFreePort(server)}`,
      close() {
        server.closeAllConnections()
        server.close()
      },
    }
  }
})

test('an unprotected project breaks every guarantee, each with its remedy', async () => {
  const server = createServer(respondNaively).on('upgrade', pushChanges)
  const url = `http://127.0.0.1:${await listenOnFreePort(server)}`
  const lines: string[] = []
  const broken = await check({ url, key: 'any', site: url, print: (line) => lines.push(line) })
  server.closeAllConnections()
  server.close()
  const all = [
    ...authGuarantees,
    ...dataGuarantees,
    ...otherGuarantees,
    ...priceGuarantees(url),
    ...siteGuarantees(url),
  ]
  expect(broken).toEqual(all.map(({ says }) => says))
  expect(lines.shift()).toBe('ok      The project accepts the key')
  for (const [nth, { says, remedy }] of all.entries()) {
    expect(lines[nth]).toMatch(/^NOT ok .*\n {8}→ /)
    expect(lines[nth]).toContain(says)
    expect(lines[nth]?.endsWith(remedy), lines[nth]).toBe(true)
  }
})

describe('a site', () => {
  const OWN = 'https://own.supabase.co'

  test('without pages of orders has them named, though every header is right', async () => {
    const results = await siteResults({ pages: ['/', '/checkout'], sendsTo: OWN })
    expect(results['Every page opens, those of orders included, and no other']).toMatch(
      /^\/order\/confirmation\/ABCDEFGH responds with 404 instead of 200\.\n/,
    )
  })

  test('that sends its orders to another project does not pass, nor to one whose URL only begins so', async () => {
    const says = 'The site sends its orders to this project'
    const pages = ['/checkout']
    expect((await siteResults({ pages, sendsTo: OWN }))[says]).toBe(true)
    for (const sendsTo of ['https://other.supabase.co', `${OWN}.example`]) {
      expect((await siteResults({ pages, sendsTo }))[says]).toBe(false)
    }
  })

  /** What comes of each guarantee where a host serves only these pages. */
  async function siteResults({ pages, sendsTo }: { pages: string[]; sendsTo: string }) {
    const server = createServer(({ url = '' }, response) => {
      const policy = `connect-src 'self' ${sendsTo}; frame-ancestors 'none'`
      response.writeHead(pages.includes(url) ? 200 : 404, { 'content-security-policy': policy })
      response.end()
    })
    const site = `http://127.0.0.1:${await listenOnFreePort(server)}`
    const results: Record<string, boolean | string> = {}
    for (const { says, passes } of siteGuarantees(site)) {
      results[says] = await passes(openProject(OWN, 'any'))
    }
    server.closeAllConnections()
    server.close()
    return results
  }
})

test('a project that does not respond has proved nothing', async () => {
  const lines: string[] = []
  const print = (line: string) => lines.push(line)
  const broken = await check({ url: 'http://127.0.0.1:1', key: 'any', print })
  expect(broken.length).toBe(lines.filter((line) => line.startsWith('NOT ok')).length)
  expect(broken.length).toBeGreaterThan(15)
  expect(lines[0]).toContain('could not be checked')
})
