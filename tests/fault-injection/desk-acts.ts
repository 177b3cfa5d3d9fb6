/*
 * Acts of the desk as its pages do them: pressed once, and again as a person would while the page does not say that it
 * is saved. Each returns how the database counts it: once, if all is well.
 */

import type * as acting from '#admin/acts/acts.store.ts'
import type { adminClient } from '#admin/auth/admin-client.ts'
import { ASKED_REASONS } from '#admin/order/packing.ts'
import type * as orderApi from '#admin/order-page/order-with-history.api.ts'
import type * as importing from '#desk/money/import/import.store.ts'
import type * as confirmApi from '#desk/reach/run/run.api.ts'
import type * as confirming from '#desk/reach/run/run.store.ts'
import type * as telling from '#desk/reach/run/tell.store.ts'
import type { Remote } from '#kit/remote/remote-store.ts'
import type * as changesApi from '#order/requests/order-changes.api.ts'
import { aNewOrder } from '#tests/support/order-factories.ts'
import { postJson } from '#tests/support/shop-server.ts'

/** Presses until the page says that it is done. */
type Press = () => Promise<void>

export interface PreparedAct {
  press: Press
  /** Rows that the act must have made or changed, each once. */
  count: string
}

export interface Desk {
  adminClient: typeof adminClient
  confirming: typeof confirming
  telling: typeof telling
  importing: typeof importing
  acting: typeof acting
  orderApi: typeof orderApi
  changesApi: typeof changesApi
}

/** How often a person presses before giving up. No fault of a plan lasts as long. */
const MAX_PRESSES = 20

/** Loaded once `location` has the URL of the backend. */
export async function loadDesk(): Promise<Desk> {
  const [auth, confirming, telling, importing, acting, orderApi, changesApi] = await Promise.all([
    import('#admin/auth/admin-client.ts'),
    import('#desk/reach/run/run.store.ts'),
    import('#desk/reach/run/tell.store.ts'),
    import('#desk/money/import/import.store.ts'),
    import('#admin/acts/acts.store.ts'),
    import('#admin/order-page/order-with-history.api.ts'),
    import('#order/requests/order-changes.api.ts'),
  ])
  const { adminClient } = auth
  return {
    adminClient,
    confirming,
    telling,
    importing,
    acting,
    orderApi,
    changesApi,
  }
}

export const deskActs: Record<string, (desk: Desk) => Promise<PreparedAct>> = {
  'an attempt of the run': async (desk) => {
    const { id } = await placeOrder()
    const run = desk.confirming.createRun({
      deviceId: () => 'device-of-faults',
      fetchNextOrder: nextOnce(id),
      fetchRunList: async () => [],
      fetchTexts: async () => ({ changed: new Map(), chats: 0 }),
    })
    await run.load()
    return {
      press: async () => {
        await run.act('yes')
        await until(() => isEmpty(run.$remote.get()), run.retry)
      },
      count: `select count(*) from private.confirmation_attempts where order_id = '${id}'`,
    }
  },

  'a message told': async (desk) => {
    const { id } = await placeOrder()
    let asked = 0
    const teller = desk.telling.createTeller({
      fetchUntold: async () => ({ ids: asked++ === 0 ? [id] : [], hasMore: false }),
      fetchTexts: async () => ({ changed: new Map(), chats: 0 }),
    })
    await teller.load()
    return {
      press: async () => {
        await teller.tell('en')
        await until(() => isEmpty(teller.$remote.get()), teller.retry)
      },
      count: `select count(*) from private.told_messages where order_id = '${id}'`,
    }
  },

  'a number of a batch': async (desk) => {
    const { id } = await placeOrder()
    const { version } = await readOrder(desk, id)
    const change = { trackingNumber: `PX-${id}`, courier: 'postex', include: [...ASKED_REASONS] }
    const acts = desk.acting.createActs<undefined>()
    const isSaved = () => acts.$acts.get().some(desk.acting.isDone)
    const send = async () => {
      const [unsent] = acts.unsent()
      if (unsent) await acts.resend(unsent)
      else await acts.send('book', [{ id, version, ...change }], undefined)
    }
    return {
      press: () => until(isSaved, send),
      count: `select count(*) from private.order_audit join public.orders as o on o.id = order_id
        where order_id = '${id}' and after ->> 'tracking_number' = 'PX-${id}'
          and o.tracking_number = 'PX-${id}'`,
    }
  },

  'a courier’s file saved': async (desk) => {
    const { id } = await placeOrder()
    const { version } = await readOrder(desk, id)
    const booking = {
      id,
      version,
      courier: 'postex',
      status: 'shipped',
      include: [...ASKED_REASONS],
    }
    await desk.acting.createActs().send('book', [booking], undefined)
    const importing = desk.importing.createImport()
    const file = new File([`Order Ref,Status,Amount Paid\n${id},Delivered,500\n`], `${id}.csv`)
    await importing.read(file, 'postex')
    return {
      press: () => until(() => importing.$view.get().step === 'applied', importing.apply),
      count: `select count(*) from private.parcels join private.money_lines on parcel_id = parcels.id
        join private.parcel_events as e on e.parcel_id = parcels.id and e.source = 'statement'
        join public.orders as o on o.id = order_id join private.order_audit as entry using (order_id)
        where order_id = '${id}' and o.status = 'delivered' and paid = 50000
          and entry.after ->> 'parcel' = 'delivered'`,
    }
  },

  'two orders joined': async (desk) => {
    const into = await placeOrder()
    const { id } = await placeOrder(into.shippingAddress)
    const isJoined = async () => {
      const found = await desk.orderApi.fetchOrderWithHistory(into.id).catch(() => undefined)
      return found?.joined.from.includes(id) ?? false
    }
    const acts = desk.acting.createActs<undefined>()
    const join = async () => {
      const versions = await Promise.all([id, into.id].map((one) => readOrder(desk, one)))
      const [version = 0, intoVersion = 0] = versions.map((order) => order.version)
      await acts.one('join', { id, version, into: into.id, intoVersion }, undefined)
    }
    return {
      press: () => until(isJoined, () => join().catch(() => undefined)),
      count: `select count(*) from private.joined_orders join public.orders as o on o.id = into_id
        where order_id = '${id}' and into_id = '${into.id}' and o.total = ${2 * into.total}
          and (o.items -> 0 ->> 'quantity')::integer = 2 and jsonb_array_length(o.items) = 1`,
    }
  },

  'a link confirmed': async (desk) => {
    const { id } = await placeOrder()
    const code = crypto.randomUUID().replaceAll('-', '').slice(0, 24)
    const message = { id, kind: 'confirm', language: 'en', code }
    await desk.acting.createActs().send('tell', [message], undefined)
    let isConfirmed = false
    const confirm = async () => {
      const order = await desk.changesApi.confirmOrder(id, code).catch(() => undefined)
      isConfirmed = order?.id === id
    }
    return {
      press: () => until(() => isConfirmed, confirm),
      count: `select count(*) from private.confirmation_attempts join private.confirm_codes using (order_id)
        where order_id = '${id}' and actor = 'customer' and used_for = 'confirm'`,
    }
  },
}

/** Whether no order is left of a queue. */
function isEmpty(queue: Remote<unknown>): boolean {
  return queue.state === 'ready' && !queue.isLoading && queue.value === undefined
}

async function until(
  isDone: () => boolean | Promise<boolean>,
  press: () => Promise<unknown>,
): Promise<void> {
  for (let presses = 0; presses < MAX_PRESSES; presses += 1) {
    if (await isDone()) return
    await press()
  }
  throw new Error(`Not done after ${MAX_PRESSES} presses`)
}

function nextOnce(id: string): () => ReturnType<typeof confirmApi.fetchNextOrder> {
  let asked = 0
  return async () => ({ id: asked++ === 0 ? id : null, due: 1 })
}

async function placeOrder(shippingAddress?: object) {
  const p = aNewOrder(shippingAddress ? { shippingAddress } : {})
  const { status } = await postJson(`${location.href}rest/v1/rpc/place_order`, { p })
  if (status !== 201) throw new Error(`The order was not placed: ${status}`)
  return p
}

async function readOrder(desk: Desk, id: string) {
  const found = await desk.orderApi.fetchOrderWithHistory(id)
  if (!found) throw new Error(`No order ${id}`)
  return found.order
}
