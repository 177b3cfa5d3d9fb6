import { atom } from 'nanostores'
import { beforeEach, expect, it, vi } from 'vitest'
import type { ListParts } from '#admin/orders/list/desk-slot.ts'
import type { createSend as createRealSend, SendStore, SendView } from '#desk/send/send.store.ts'
import { anOrderSummary } from '#tests/support/order-factories.ts'
import { stubPage } from '#tests/support/page-events.ts'
import { stubSessionStorage } from '#tests/support/session-storage.ts'
import { createSelectedOrders } from './selected-orders.store.ts'

beforeEach(() => {
  stubSessionStorage()
  stubPage()
})

it('rule 21.47: what was sent is ticked no more, also where its row was loaded while the dialog was open', () => {
  const order = anOrderSummary({ stage: 'to_pack', booked: false })
  const $rows = atom([order])
  const list = {
    $query: atom({ stage: 'to_pack' }),
    $remote: atom({ state: 'loading' }),
    load: vi.fn(),
  }
  const $send = atom<SendView>({ step: 'closed' })
  let close = () => {}
  const createSend = ({ onBooked = close }: NonNullable<Parameters<typeof createRealSend>[0]>) => {
    close = onBooked
    return { $send, start: () => () => {} } as unknown as SendStore
  }
  const parts = { list, $rows } as unknown as ListParts
  const { start, selection } = createSelectedOrders(parts, {
    createSend: createSend as typeof createRealSend,
  })
  const stop = start()
  selection.toggle(order)
  $send.set({ step: 'looking', orders: [order], isAgain: false })
  $rows.set([{ ...order, booked: true, stage: 'to_ship' }])
  close()
  expect(selection.$selected.get()).toEqual([])
  expect(list.load).toHaveBeenCalledOnce()
  stop()
})
