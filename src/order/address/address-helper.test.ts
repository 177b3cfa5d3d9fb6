import { expect, test, vi } from 'vitest'
import { goodAddress } from '#tests/support/address-cases.ts'
import type { ShippingAddress } from './address.ts'
import { createAddressHelper, HELP_TIMEOUT_MS } from './address-helper.ts'
import * as addressHelp from './address-hints.ts'

function aForm(
  typed: Partial<ShippingAddress>,
  fetchHelp = (): Promise<typeof addressHelp> => Promise.resolve(addressHelp),
) {
  const texts = { ...goodAddress, ...typed }
  const write = (field: keyof ShippingAddress, text: string) => {
    texts[field] = text
    helper.edit(field)
  }
  const helper = createAddressHelper(
    { read: () => ({ ...texts }), write },
    { fetchHelp, pressEnd: () => Promise.resolve() },
  )
  const leave = async (city: string) => {
    await helper.focus()
    write('city', city)
    await helper.leave('city')
    return [texts.state, texts.postalCode]
  }
  const press = async (label: string) => {
    const hints = Object.values(helper.$hints.get())
    const proposal = hints.flatMap((hint) => hint?.proposals ?? []).find((p) => p.label === label)
    if (!proposal) throw new Error(`No button ${label}`)
    await helper.take(proposal)
    return [texts.city, texts.state, texts.postalCode]
  }
  return { helper, texts, write, leave, press }
}

const lahore = { city: 'Lahore', state: 'Punjab', postalCode: '54000' }

test('rule 4.20: what belongs to the city follows it, also in a form that was filled in before', async () => {
  const { leave } = aForm(lahore)
  expect(await leave('Karachi')).toEqual(['Sindh', '74200'])
  expect(await leave('Okara')).toEqual(['Punjab', '56300'])
  expect(await leave('Chak 12')).toEqual(['', ''])
  const withOwnCode = aForm({ ...lahore, state: 'punjab', postalCode: '54660' })
  expect(await withOwnCode.leave('Karachi')).toEqual(['Sindh', '74200'])
  const withForeignCode = aForm({ ...lahore, postalCode: '12345' })
  expect(await withForeignCode.leave('Karachi')).toEqual(['Sindh', '12345'])
})

test('rule 4.20: what was typed stays, and is asked about', async () => {
  const { helper, leave, write, press } = aForm(lahore)
  await helper.focus()
  write('state', 'Punjab')
  write('postalCode', '54660')
  expect(await leave('Karachi')).toEqual(['Punjab', '54660'])
  expect(helper.$hints.get()).toMatchObject({
    state: { text: 'Karachi is in Sindh.' },
    postalCode: { text: /begin with 74 or 75/ },
  })
  expect(await press('Use Sindh')).toEqual(['Karachi', 'Sindh', '54660'])
  expect(await press('Use 74200')).toEqual(['Karachi', 'Sindh', '74200'])
  // What a button filled in follows the city as well.
  expect(await leave('Okara')).toEqual(['Punjab', '56300'])
})

test('rule 4.20: a town of several is not chosen by the province of the city before', async () => {
  const { leave, press } = aForm(lahore)
  expect(await leave('Khanpur')).toEqual(['', ''])
  const chosen = ['Khanpur (Haripur)', 'Khyber Pakhtunkhwa', '22620']
  expect(await press('Khanpur (Haripur), Khyber Pakhtunkhwa')).toEqual(chosen)
})

test('rule 4.39: empty fields of a known city are filled in at the press, and what is typed is not', async () => {
  const { helper, texts } = aForm({ city: 'Karachi', state: '', postalCode: '' })
  await helper.complete()
  expect(texts).toMatchObject({ state: 'Sindh', postalCode: '74200' })
  const other = aForm({ city: 'Karachi', state: 'Sindh', postalCode: '' })
  await other.helper.complete()
  expect(other.texts).toMatchObject({ state: 'Sindh', postalCode: '74200' })
})

test('rule 4.39: a press waits for a table that does not come for five seconds at most', async () => {
  vi.useFakeTimers()
  const { helper, texts } = aForm({ city: 'Karachi', state: '' }, () => new Promise(() => {}))
  const pressed = helper.complete()
  await vi.advanceTimersByTimeAsync(HELP_TIMEOUT_MS)
  await pressed
  expect(texts.state).toBe('')
})

test('rule 4.21: editing a field removes the hints about what stood there', async () => {
  const { helper, leave, write } = aForm(lahore)
  await leave('Mirpur')
  expect(helper.$hints.get().city).toBeDefined()
  write('city', 'Mirpur ')
  expect(helper.$hints.get()).toEqual({})
})

test('rule 4.21: an error of the table stops no press', async () => {
  const logged = vi.spyOn(console, 'error').mockReturnValue()
  const detailsOfCity = () => {
    throw new Error('a program error')
  }
  const { helper } = aForm({ ...lahore, state: '' }, async () => ({
    ...addressHelp,
    detailsOfCity,
  }))
  await helper.complete()
  expect(logged).toHaveBeenCalledOnce()
  logged.mockRestore()
})

test.each([
  ['0300 1234567 / 0321 1234567', '0300 1234567', '0321 1234567'],
  ['03001234567 03211234567', '03001234567', '03211234567'],
  ['۰۳۰۰۱۲۳۴۵۶۷ یا ۰۴۲۳۵۷۶۱۲۳۴', '03001234567', '04235761234'],
  ['0300 1234567 YA 0321 1234567', '0300 1234567', '0321 1234567'],
  ['042 35761234, +92 300 1234567', '042 35761234', '+92 300 1234567'],
])(
  'rule 4.41: of two numbers in the field of the phone, %s, the second goes to its own field',
  async (typed, phone, secondPhone) => {
    const { helper, texts } = aForm({ phone: typed, secondPhone: '' })
    await helper.leave('phone')
    expect([texts.phone, texts.secondPhone]).toEqual([phone, secondPhone])
  },
)

test('rule 4.41: they stay where the second field is filled in or missing, and the hint says where the other belongs', async () => {
  const phone = '0300 1234567 / 0321 1234567'
  const { helper, texts } = aForm({ phone, secondPhone: '042 35761234' })
  await helper.complete()
  await helper.leave('phone')
  expect(texts).toMatchObject({ phone, secondPhone: '042 35761234' })
  expect(helper.$hints.get().phone?.text).toContain('Second Number')
})

test.each([
  '0300 1234567',
  '0300/1234567',
  '0300 1234567 / 0321 1234567 / 0333 1234567',
  '12 / 13',
])('rule 4.41: %s is not two numbers, and stays as typed', async (phone) => {
  const { helper, texts } = aForm({ phone, secondPhone: '' })
  await helper.leave('phone')
  expect([texts.phone, texts.secondPhone]).toEqual([phone, ''])
})
