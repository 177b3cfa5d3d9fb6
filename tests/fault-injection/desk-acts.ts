/*
 * Acts of the desk as its pages do them: pressed once, and again as a person would while the page does not say that it
 * is saved. Each returns how the database counts it: once, if all is well. All others are sent the same way,
 * and tests/database/desk/acts.test.ts repeats each of them.
 */

import type * as acting from '#admin/acts/acts.store.ts'
import type { adminClient } from '#admin/auth/admin-client.ts'
import { ASKED_REASONS } from '#admin/order/packing.ts'
import type * as importing from '#desk/money/import/import.store.ts'
import type * as confirmApi from '#desk/reach/run/run.api.ts'
import type * as confirming from '#desk/reach/run/run.store.ts'
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
  importing: typeof importing
  acting: typeof acting
  changesApi: typeof changesApi
}

/** How often a person presses before giving up. No fault of a plan lasts as long. */
const MAX_PRESSES = 20

/** Loaded once `location` has the URL of the backend. */
export async function loadDesk(): Promise<Desk> {
  const [{ adminClient }, confirming, importing, acting, changesApi] = await Promise.all([
    import('#admin/auth/admin-client.ts'),
    import('#desk/reach/run/run.store.ts'),
    import('#desk/money/import/import.store.ts'),
    import('#admin/acts/acts.store.ts'),
    import('#order/requests/order-changes.api.ts'),
  ])
  return { adminClient, confirming, importing, acting, changesApi }
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

  'a courier’s file saved': async (desk) => {
    const { id } = await placeOrder()
    const booking = { courier: 'postex', status: 'shipped', include: [...ASKED_REASONS] }
    await desk.acting.createActs().send('book', [{ id, version: 1, ...booking }], undefined)
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

async function until(isDone: () => boolean, press: () => Promise<unknown>): Promise<void> {
  for (let presses = 0; presses < MAX_PRESSES; presses += 1) {
    if (isDone()) return
    await press()
  }
  throw new Error(`Not done after ${MAX_PRESSES} presses`)
}

function nextOnce(id: string): () => ReturnType<typeof confirmApi.fetchNextOrder> {
  let asked = 0
  return async () => ({ id: asked++ === 0 ? id : null, due: 1 })
}

async function placeOrder() {
  const p = aNewOrder()
  const { status } = await postJson(`${location.href}rest/v1/rpc/place_order`, { p })
  if (status !== 201) throw new Error(`The order was not placed: ${status}`)
  return p
}
