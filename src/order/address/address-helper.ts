/* The flow of the help while an address is typed (docs/product.md, rules 4.20, 4.21 and 4.36 to 4.40). */
import { atom } from 'nanostores'
import { isBlank } from '#kit/text.ts'
import { phonePair } from '#order/phone.ts'
import type { AddressField, ShippingAddress } from './address.ts'
import type { AddressHints, Proposal } from './address-hints.ts'
import type { City } from './cities.ts'
import type { Beside } from './places.ts'

/** How the help reads and fills in a form. */
export interface AddressForm {
  /** Undefined where the form is not in the page. */
  read: () => ShippingAddress | undefined
  /** Writes into a field as if it were typed. */
  write: (field: AddressField, text: string) => void
}

export interface HelpServices {
  /** The table of cities and what follows from it. Undefined where it could not be fetched. */
  fetchHelp: () => Promise<typeof import('./address-hints.ts') | undefined>
  /** Resolved when no pointer is down. A hint that moves the page in the middle of a press makes it miss. */
  pressEnd: () => Promise<void>
}

type Help = Awaited<ReturnType<HelpServices['fetchHelp']>>

/** How long the press of the button waits for the table. */
export const HELP_TIMEOUT_MS = 5_000

const OF_CITY = ['state', 'postalCode'] as const

export function createAddressHelper(form: AddressForm, { fetchHelp, pressEnd }: HelpServices) {
  const $hints = atom<AddressHints>({})
  /** The cities that are suggested. Empty until the table is loaded. */
  const $cities = atom<readonly City[]>([])
  /** The city that was looked at last, and what belongs to it: that follows the city, unless it is typed. */
  let city: string | undefined
  let ofCity: Beside = { state: '', postalCode: '' }
  const typed = new Set<string>()
  let isWriting = false

  /** The form has the focus. What it has before the first edit belongs together. */
  async function focus(): Promise<void> {
    const start = form.read()
    const help = await fetchHelp()
    if (help) $cities.set(help.CITIES)
    if (!help || !start || city !== undefined) return
    city = start.city
    ofCity = help.belongsToCity(start)
  }

  /** A field was left, or a city was chosen from the list. */
  async function leave(field: string): Promise<void> {
    const help = await fetchHelp()
    await pressEnd()
    if (field === 'phone') splitPhones()
    fillAndHint(help, field === 'city')
  }

  /** The second of two numbers goes to its own field, where that is empty. */
  function splitPhones(): void {
    const { phone = '', secondPhone = '' } = form.read() ?? {}
    const [first, second] = phonePair(phone) ?? []
    if (first === undefined || second === undefined || !isBlank(secondPhone)) return
    write('secondPhone', second)
    // Some forms have no second phone.
    if (form.read()?.secondPhone === second) write('phone', first)
  }

  /**
   * The button was pressed, which may come before the city is left; or the form is new, and may have a city that was typed
   * before the script came. Never rejects: the press goes on in any case.
   */
  async function complete(): Promise<void> {
    splitPhones()
    const now = form.read()
    if (!now || isBlank(now.city)) return
    const isLookedAt = city === undefined || city === now.city
    if (isLookedAt && OF_CITY.every((field) => !isBlank(now[field]))) return
    try {
      fillAndHint(await Promise.race([fetchHelp(), timeout()]), true)
    } catch (error) {
      console.error('The address could not be completed', error)
    }
  }

  function fillAndHint(help: Help, mayFill: boolean): void {
    const before = form.read()
    if (!help || !before) return
    if (mayFill) fillFromCity(help, before)
    const now = form.read()
    if (now) $hints.set(help.addressHints(now))
  }

  function fillFromCity({ detailsOfCity }: NonNullable<Help>, now: ShippingAddress): void {
    const own = { ...now }
    for (const field of OF_CITY) {
      const follows = now.city !== city && !typed.has(field) && now[field] === ofCity[field]
      if (follows) own[field] = ''
    }
    const details = detailsOfCity(own)
    city = now.city
    for (const field of OF_CITY) {
      if (!isBlank(own[field])) continue
      typed.delete(field)
      ofCity = { ...ofCity, [field]: details[field] }
      if (now[field].trim() !== details[field]) write(field, details[field])
    }
  }

  function write(field: AddressField, text: string): void {
    isWriting = true
    form.write(field, text)
    isWriting = false
  }

  /** The button of a hint was pressed. */
  async function take({ texts }: Proposal): Promise<void> {
    const { city: named = city, state = ofCity.state, postalCode = ofCity.postalCode } = texts
    for (const [field, text = ''] of Object.entries(texts)) {
      write(field as AddressField, text)
      typed.delete(field)
    }
    city = named
    ofCity = { state, postalCode }
    fillAndHint(await fetchHelp(), false)
  }

  /** A field was edited. Removes its hint, and with a new city those of state and post code. */
  function edit(field: string): void {
    if (isWriting) return
    typed.add(field)
    const outdated = field === 'city' ? ['city', 'state', 'postalCode'] : [field]
    const shown = Object.entries($hints.get())
    $hints.set(Object.fromEntries(shown.filter(([about]) => !outdated.includes(about))))
  }

  return { $hints, $cities, focus, leave, complete, take, edit, isWriting: () => isWriting }
}

function timeout(): Promise<undefined> {
  return new Promise((resolve) => setTimeout(() => resolve(undefined), HELP_TIMEOUT_MS))
}
