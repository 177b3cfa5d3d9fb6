import { beforeEach, expect, test } from 'vitest'
import { aLoadedPage, type aPage } from '#tests/support/order-detail-page.ts'
import { anOrder } from '#tests/support/order-factories.ts'
import { stubSessionStorage } from '#tests/support/session-storage.ts'

const tab = new Map<string, string>()

beforeEach(() => {
  tab.clear()
  stubSessionStorage(tab)
})

async function typeAll() {
  const page = await aLoadedPage()
  page.correction.type('city', 'Multan')
  page.correction.typeLine(0, { quantity: '7' })
  page.dispatch.type({ courier: 'tcs', trackingNumber: 'PX-1' })
  return page
}

const typedOn = ({ correction, dispatch }: ReturnType<typeof aPage>) => ({
  city: correction.$form.get().typed.city,
  quantity: correction.$form.get().lines?.[0]?.quantity,
  booking: dispatch.$form.get().typed,
})

const ALL = { city: 'Multan', quantity: '7', booking: { courier: 'tcs', trackingNumber: 'PX-1' } }
const NOTHING = { city: undefined, quantity: undefined, booking: {} }

test('rule 21.26: a typed correction and booking outlive a reload, which is said', async () => {
  await typeAll()
  const page = await aLoadedPage()
  expect(typedOn(page)).toEqual(ALL)
  expect(page.$restored.get()).toBe('same')
})

test('rule 21.26: where the order changed since, the page says so until it is saved, and shows what was typed', async () => {
  await typeAll()
  const changed = anOrder({ version: 5 })
  const page = await aLoadedPage(changed)
  expect(typedOn(page)).toEqual(ALL)
  expect(page.$restored.get()).toBe('changed')
  expect((await aLoadedPage(changed)).$restored.get()).toBe('changed')
})

test('rule 21.26: discarded, or saved, nothing is filled in again', async () => {
  const page = await typeAll()
  page.discardTyped()
  expect(typedOn(await aLoadedPage())).toEqual(NOTHING)

  const other = await aLoadedPage()
  other.correction.type('city', 'Multan')
  await other.correction.save()
  const after = await aLoadedPage()
  expect(typedOn(after)).toEqual(NOTHING)
  expect(after.$restored.get()).toBeUndefined()
})

test('rule 21.26: what the order has by now is not filled in again', async () => {
  const page = await aLoadedPage()
  page.correction.type('city', 'Multan')
  const { shippingAddress } = anOrder()
  const after = await aLoadedPage(
    anOrder({ shippingAddress: { ...shippingAddress, city: 'Multan' }, version: 2 }),
  )
  expect(typedOn(after)).toEqual(NOTHING)
  expect(after.$restored.get()).toBeUndefined()
})

test('what somebody else wrote into the storage is no draft', async () => {
  for (const value of [1, {}, { typed: 1 }, { typed: { city: 1 }, lines: [1] }]) {
    const save = (form: string, draft: unknown) =>
      tab.set(`zulf:admin-tab-order-${form}-ABCDEFGH`, JSON.stringify(draft))
    save('correction', value)
    save('booking', { version: 1, typed: { status: 'x' } })
    const page = await aLoadedPage()
    expect(typedOn(page)).toEqual(NOTHING)
    expect(page.$restored.get()).toBeUndefined()
  }
})
