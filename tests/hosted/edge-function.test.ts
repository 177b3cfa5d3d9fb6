/* The function that empties the outbox, on Deno as a host runs it, with devices that decrypt what they are sent. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { people } from '#tests/support/database.ts'
import { aNewOrder } from '#tests/support/order-factories.ts'
import { type Device, PushService } from '#tests/support/push-service.ts'
import { aFolder } from '#tests/support/shop-server.ts'
import { createCertificate } from '#tools/bench/pages/tls.ts'
import { runOnDeno } from '#tools/deno/deno.ts'
import { findFreePort } from '#tools/free-port.ts'
import { type Api, listen } from '#tools/hosted-postgres/hosted-api.ts'
import { openTemporaryShop, type TemporaryShop } from '#tools/temporary-shop/temporary-shop.ts'

const SCRIPT = fileURLToPath(new URL('../../supabase/functions/outbox/index.ts', import.meta.url))
const SECRET = 'what-pg-cron-sends'
const SECRET_KEY = 'sb_secret_of_the_project'
const SECRET_KEYS = JSON.stringify({ default: SECRET_KEY })

const folder = aFolder('edge-function')
const certificateFile = join(folder.path, 'certificate.pem')
let shop: TemporaryShop
let service: PushService
let api: Api
/** Of the service role, as tokens. */
let legacyKey: string
let areLegacyKeysDisabled: boolean

beforeAll(async () => {
  shop = await openTemporaryShop()
  await shop.sql(people)
  legacyKey = await shop.sign({ role: 'service_role' })
  const certificate = await createCertificate('localhost')
  writeFileSync(certificateFile, certificate.cert)
  service = new PushService(certificate)
  await service.start()
  api = await listen((request, response, next) => {
    passOn(request.url ?? '', request).then(
      ({ status, text }) => response.writeHead(status).end(text),
      next,
    )
  })
})
beforeEach(async () => {
  areLegacyKeysDisabled = false
  await shop.sql('truncate private.outbox, private.notice_targets')
})
afterAll(async () => {
  await api?.close()
  await service?.close()
  await shop?.close()
  folder.remove()
})

/** As the host's gateway, to which a secret key is no token, and which says of disabled keys that they are. */
async function passOn(path: string, request: AsyncIterable<Buffer> & { headers: object }) {
  const { apikey, authorization } = request.headers as Record<string, string>
  const body = JSON.parse(await text(request))
  const isSecret = apikey === SECRET_KEY && authorization === undefined
  const isLegacy = apikey === legacyKey && authorization === `Bearer ${legacyKey}`
  if (isLegacy && areLegacyKeysDisabled)
    return { status: 401, text: '{"message":"Legacy API keys are disabled"}' }
  if (!isSecret && !isLegacy) return { status: 401, text: '{"message":"Invalid API key"}' }
  return shop.send({ path: path.replace('/rest/v1', ''), body, bearer: legacyKey })
}

type Run = (secret?: string) => Promise<Response>

/** The function on Deno, with these keys, while `work` runs it. */
async function withFunction(keys: Record<string, string>, work: (run: Run) => Promise<void>) {
  const port = await findFreePort()
  const url = `http://127.0.0.1:${port}`
  const env = {
    DENO_SERVE_ADDRESS: `tcp:127.0.0.1:${port}`,
    OUTBOX_SECRET: SECRET,
    SITE_URL: 'https://zulf.example',
    SUPABASE_URL: api.url,
    BUILD_HOOK_URL: `${service.origin}/build`,
    ...keys,
  }
  const edgeFunction = await runOnDeno(SCRIPT, env, certificateFile)
  try {
    while (!(await fetch(url).catch(() => undefined))) {
      if (edgeFunction.hasEnded()) throw new Error(edgeFunction.lastOutput())
      await pause(50)
    }
    await work((secret = SECRET) =>
      fetch(url, { method: 'POST', headers: { 'x-outbox-secret': secret } }),
    )
  } finally {
    await edgeFunction.stop()
  }
}

async function subscribe(): Promise<Device> {
  const device = service.addDevice()
  await shop.sql(
    `insert into private.notice_targets (way, url, p256dh, auth, user_id)
     select 'push', $1, $2, $3, user_id from private.store_admins`,
    [device.endpoint, device.p256dh, device.auth],
  )
  return device
}

async function placeOrder(): Promise<string> {
  const order = aNewOrder()
  await shop.send({ path: '/rpc/place_order', body: { p: order } })
  return order.id
}

test.each([
  ['secret keys alone', () => ({ SUPABASE_SECRET_KEYS: SECRET_KEYS })],
  ['the legacy key alone', () => ({ SUPABASE_SERVICE_ROLE_KEY: legacyKey })],
  [
    'a secret key of another name, after one that was revoked',
    () => ({
      SUPABASE_SECRET_KEYS: JSON.stringify({ next: SECRET_KEY, default: 'sb_secret_revoked' }),
    }),
  ],
])('rule 24.2: on Deno, with %s, it tells a device of an order, once', async (_, keys) => {
  const device = await subscribe()
  const id = await placeOrder()
  await withFunction(keys(), async (run) => {
    expect((await run('another')).status).toBe(403)
    expect(device.received).toEqual([])

    expect(await (await run()).json()).toEqual({ sent: 1 })
    expect(device.received).toMatchObject([{ title: 'New order', tag: `order:${id}` }])
    expect(await (await run()).json()).toEqual({ sent: 0 })
    expect(device.received).toHaveLength(1)
  })
})

test('rule 24.2: where legacy keys are disabled, secret ones send, and without them it says why not', async () => {
  areLegacyKeysDisabled = true
  const device = await subscribe()
  await placeOrder()
  await withFunction({ SUPABASE_SERVICE_ROLE_KEY: legacyKey }, async (run) => {
    const response = await run()
    expect(response.status).toBe(502)
    expect(await response.text()).toContain('Legacy API keys are disabled')
    expect(device.received).toEqual([])
  })
  const both = { SUPABASE_SECRET_KEYS: SECRET_KEYS, SUPABASE_SERVICE_ROLE_KEY: legacyKey }
  await withFunction(both, async (run) => {
    expect(await (await run()).json()).toEqual({ sent: 1 })
    expect(device.received).toHaveLength(1)
  })
})

test('rule 23.6: on Deno it starts a build where a pause changes', async () => {
  await withFunction({ SUPABASE_SECRET_KEYS: SECRET_KEYS }, async (run) => {
    await run()
    await shop.sql(`insert into private.pauses (product_id, size, reason) values ('', '', 'Eid')`)
    await shop.sql(`update private.outbox set next_at = now() where kind = 'build'`)
    await run()
  })
  expect(service.posts).toEqual([{ path: '/build', body: '' }])
})
