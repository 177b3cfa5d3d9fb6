/* The function that empties the outbox, on Deno as a host runs it, with devices that decrypt what they are sent. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { people } from '#tests/support/database.ts'
import { aNewOrder } from '#tests/support/order-factories.ts'
import { type Device, PushService } from '#tests/support/push-service.ts'
import { aFolder } from '#tests/support/shop-server.ts'
import { createCertificate } from '#tools/bench/pages/tls.ts'
import { runOnDeno } from '#tools/deno/deno.ts'
import { findFreePort } from '#tools/free-port.ts'
import { type Api, listen } from '#tools/hosted-postgres/hosted-api.ts'
import type { SupervisedChild } from '#tools/supervised-child.ts'
import { openTemporaryShop, type TemporaryShop } from '#tools/temporary-shop/temporary-shop.ts'

const SCRIPT = fileURLToPath(new URL('../../supabase/functions/outbox/index.ts', import.meta.url))
const SECRET = 'what-pg-cron-sends'

const folder = aFolder('edge-function')
let shop: TemporaryShop
let service: PushService
let api: Api
let edgeFunction: SupervisedChild
let url: string

beforeAll(async () => {
  shop = await openTemporaryShop()
  await shop.sql(people)
  const certificate = await createCertificate('localhost')
  const certificateFile = join(folder.path, 'certificate.pem')
  writeFileSync(certificateFile, certificate.cert)
  service = new PushService(certificate)
  await service.start()
  api = await listen((request, response, next) => {
    passOn(request.url ?? '', request).then(
      ({ status, text }) => response.writeHead(status).end(text),
      next,
    )
  })
  const port = await findFreePort()
  url = `http://127.0.0.1:${port}`
  edgeFunction = await runOnDeno(
    SCRIPT,
    {
      DENO_SERVE_ADDRESS: `tcp:127.0.0.1:${port}`,
      OUTBOX_SECRET: SECRET,
      SITE_URL: 'https://zulf.example',
      SUPABASE_URL: api.url,
      SUPABASE_SERVICE_ROLE_KEY: await shop.sign({ role: 'service_role' }),
      BUILD_HOOK_URL: `${service.origin}/build`,
    },
    certificateFile,
  )
  while (!(await fetch(url).catch(() => undefined))) {
    if (edgeFunction.hasEnded()) throw new Error(edgeFunction.lastOutput())
    await pause(50)
  }
})
afterAll(async () => {
  await edgeFunction?.stop()
  await api?.close()
  await service?.close()
  await shop?.close()
  folder.remove()
})

/** As the host's gateway, which knows the service key. */
async function passOn(path: string, request: AsyncIterable<Buffer> & { headers: object }) {
  const { authorization = '' } = request.headers as { authorization?: string }
  return shop.send({
    path: path.replace('/rest/v1', ''),
    body: JSON.parse(await text(request)),
    bearer: authorization.replace('Bearer ', ''),
  })
}

const run = (secret = SECRET) =>
  fetch(url, { method: 'POST', headers: { 'x-outbox-secret': secret } })

async function subscribe(): Promise<Device> {
  const device = service.addDevice()
  await shop.sql(
    `insert into private.notice_targets (way, url, p256dh, auth, user_id)
     select 'push', $1, $2, $3, user_id from private.store_admins`,
    [device.endpoint, device.p256dh, device.auth],
  )
  return device
}

test('rule 24.2: on Deno it tells a device of an order, once, for who has the secret', async () => {
  const device = await subscribe()
  const order = aNewOrder()
  await shop.send({ path: '/rpc/place_order', body: { p: order } })
  expect((await run('another')).status).toBe(403)
  expect(device.received).toEqual([])

  expect(await (await run()).json()).toEqual({ sent: 1 })
  expect(device.received).toMatchObject([{ title: 'New order', tag: `order:${order.id}` }])
  expect(await (await run()).json()).toEqual({ sent: 0 })
  expect(device.received).toHaveLength(1)
})

test('rule 23.6: on Deno it starts a build where a pause changes', async () => {
  await run()
  await shop.sql(`insert into private.pauses (product_id, size, reason) values ('', '', 'Eid')`)
  await shop.sql(`update private.outbox set next_at = now() where kind = 'build'`)
  await run()
  expect(service.posts).toEqual([{ path: '/build', title: undefined, body: '' }])
})
