/*
 * One customer living through a plan. Each wish to buy – an intention – has a phone number of its own,
 * so that the database can be asked what became of it without believing any client.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { type Cart, type Choice, EMPTY_CART, withAdded } from '#features/cart/cart.ts'
import type { ShippingAddress } from '#features/orders/address.ts'
import { goodAddress } from '../support/address-cases.ts'
import type { OpenPage } from './client-code.ts'
import { createDevice } from './device.ts'
import { CUSTOMER, type FaultProxy, type Passage } from './fault-proxy.ts'
import type { Move, Plan } from './plan.ts'
import { openTab, type Tab, type TabOptions } from './tab.ts'

/** What lay in the cart and stood in the form at a press. */
export interface Version {
  items: Choice[]
  address: ShippingAddress
  /** The orders that the customer had been told of. */
  known: string[]
  /** The saved order of which the page said that another press will not order it twice. */
  pending: string | undefined
}

/** A press and the order that its customer was shown after it. */
export interface Confirmation {
  version: Version
  orderId: string
  /** Whether the page said that the order was placed before the change. */
  isBeforeChange: boolean
}

export interface Intention {
  phone: string
  versions: Version[]
  /** All that was put into the cart, and what lay there before. */
  wanted: Cart
  /** The orders that the client has confirmed. */
  orderIds: Set<string>
  /** The orders that a page has named beside a cart or another order. */
  named: Set<string>
  confirmations: Confirmation[]
  /** Whether storage was lost in between, and with it the key: a fresh order is then honestly a second. */
  isForgotten: boolean
  /** Whether a tab was closed while its order was on its way: nobody heard what the store said. */
  isCutOff: boolean
  /** How it stood when the faults ended, before whatever was unknown was asked again. */
  end: 'ok' | 'failed' | 'unknown' | 'forgotten'
  /** The cart that the device kept in the end, where it could keep one. */
  cart: Choice[] | undefined
  /** From the first to the last request of this intention. */
  passages: Passage[]
}

export interface Customer {
  plan: Plan
  intentions: Intention[]
  /** What happened, in order. */
  history: string[]
  requests(): number
  /** Does what was planned. */
  live(): Promise<void>
  /** Comes back when all is well again, and asks for the order that nobody heard of. */
  comeBack(): Promise<void>
}

export interface World {
  openPage: OpenPage
  proxy: FaultProxy
  changeClient?: TabOptions['changeClient'] | undefined
  losesHistory?: boolean | undefined
}

/** So many order from here that the store refuses most. */
const CROWD = '198.51.100.7'

export function createCustomer(plan: Plan, { proxy, ...world }: World): Customer {
  const name = String(plan.number)
  const device = createDevice({ ...plan, clockError: plan.clockError * 3_600_000 })
  const history: string[] = []
  const intentions: Intention[] = []
  const moments = [...plan.moments]
  const ownAddress = addressOf(plan.number)
  let network = plan.isInCrowd ? CROWD : ownAddress
  /** Whether storage has held all that was written since this intention began. */
  let keepsWell = true
  let tab: Tab
  let address = goodAddress
  const openTabs = new Set<Tab>()
  proxy.plan(name, [...plan.faults], () => {
    for (const open of openTabs) open.passTime()
  })

  const customer: Customer = {
    plan,
    intentions,
    history,
    requests: () => proxy.passages(name).length,
    async live() {
      do await buy()
      while (plan.buysAgain && intentions.length === 1 && last().end === 'ok')
    },
    async comeBack() {
      proxy.heal(name)
      note('comes back')
      network = ownAddress
      if (last().end === 'unknown' && !isConfirmed()) {
        if (keepsWell) reopen()
        for (let press = 0; press < 3 && !isConfirmed(); press++) await pressIn(tab)
      }
      tab.close()
      if (keepsWell && !last().isForgotten) {
        tab = newTab()
        last().cart = tab.code.readCart().items
        tab.close()
      }
    },
  }

  /** One intention: fills a cart, and tries until the order is confirmed or the moves are at an end. */
  async function buy(): Promise<void> {
    const phone = `03${String(plan.number * 10 + intentions.length).padStart(9, '0')}`
    const seen = proxy.passages(name).length
    intentions.push({
      phone,
      versions: [],
      wanted: EMPTY_CART,
      orderIds: new Set(),
      named: new Set(),
      confirmations: [],
      isForgotten: false,
      isCutOff: false,
      end: 'unknown',
      cart: undefined,
      passages: [],
    })
    address = { ...goodAddress, phone }
    keepsWell = device.storage === 'working'
    tab = newTab()
    last().wanted = tab.code.readCart()
    plan.choices.forEach(put)
    if (keepsWell) reopen()
    else goToCheckout()
    for (const move of plan.moves) {
      if (isConfirmed() || last().isForgotten) break
      note(move)
      await moves[move]()
    }
    last().passages = proxy.passages(name).slice(seen)
    last().end = judge(last())
    note(`thinks: ${last().end}`)
  }

  const moves: Record<Move, () => Promise<void>> = {
    press: () => pressIn(tab),
    'press twice': async () => {
      await Promise.all([pressIn(tab), pressIn(tab)])
    },
    'press in two tabs': async () => {
      if (!keepsWell) return
      const other = newTab()
      other.openCheckout()
      await Promise.all([pressIn(tab), pressIn(other)])
      other.close()
    },
    'open a second tab while the first presses': async () => {
      if (!keepsWell) return
      const pressed = pressIn(tab)
      await moment()
      // Who has seen the confirmation, and presses for what is left, wants a second order.
      if (isConfirmed()) return
      const other = newTab()
      other.openCheckout()
      await Promise.all([pressed, pressIn(other)])
      other.close()
    },
    'press and close the tab': () => pressAndLeave(leave),
    'press and reload at once': () => pressAndLeave(reload),
    reload: async () => reload(),
    'put one more in and press': async () => {
      const [choice] = plan.choices
      if (choice) put({ ...choice, quantity: 1 })
      await pressIn(tab)
    },
    'change the address and press': async () => {
      address = { ...address, city: `${address.city} again` }
      await pressIn(tab)
    },
    'storage fills up': async () => {
      if (device.storage !== 'working') return
      device.storage = 'full'
      keepsWell = false
    },
    'storage has room again': async () => {
      if (device.storage === 'full') device.storage = 'working'
    },
    'erase storage while the order is on its way': async () => {
      const pressed = pressIn(tab)
      await moment()
      device.erase()
      keepsWell = false
      note('storage is erased')
      await pressed
      if (!isConfirmed()) last().isForgotten = true
    },
    'the clock jumps': async () => {
      device.clockError += 36 * 3_600_000
    },
    'another network': async () => {
      network = addressOf(plan.number + 0x40_00_00)
    },
  }

  function newTab(from: Pick<TabOptions, 'memory' | 'search'> = {}): Tab {
    const opened = openTab({
      ...world,
      ...from,
      onNamed: (orderId) => void last().named.add(orderId),
      device,
      shop: proxy.url,
      headers: () => ({ [CUSTOMER]: name, 'x-forwarded-for': network }),
    })
    openTabs.add(opened)
    return opened
  }

  function reopen(): void {
    tab.close()
    tab = newTab()
    tab.openCheckout()
  }

  /** From the product to the checkout, in the same tab: a link takes along what nothing stores. */
  function goToCheckout(): void {
    const { search } = new URL(tab.code.pathWithCart('/checkout'), proxy.url)
    const { session } = tab.memory
    tab.close()
    tab = newTab({ memory: { session, historyState: null }, search })
    tab.openCheckout()
  }

  function reload(): void {
    const { memory } = tab
    tab.close()
    if (world.losesHistory) memory.historyState = null
    tab = newTab({ memory })
    tab.openCheckout()
  }

  /** A tab whose storage keeps nothing takes cart and key with it. */
  function leave(): void {
    if (!keepsWell) last().isForgotten = true
    reopen()
  }

  async function pressAndLeave(leaveTab: () => void): Promise<void> {
    const pressed = pressIn(tab)
    await moment()
    const before = tab
    if (!isConfirmed()) leaveTab()
    before.close()
    await pressed
  }

  async function pressIn(pressed: Tab): Promise<void> {
    const { items } = pressed.code.readCart()
    const { named, orderIds, versions, confirmations } = last()
    const version = {
      items,
      address,
      known: [...named, ...orderIds],
      pending: pressed.named().find(({ isCopyMissing }) => isCopyMissing)?.orderId,
    }
    const isPress = items.length > 0 && !pressed.isLeaving()
    if (isPress) versions.push(version)
    const outcome = await pressed.press(address)
    if (outcome.is === 'confirmed' && isPress) confirmations.push({ ...outcome, version })
    note(`→ ${JSON.stringify(outcome)}`)
    if (outcome.is === 'closed') last().isCutOff = true
    notice(pressed)
  }

  /** A page may also be led to an order without a press. */
  function notice(seen: Tab): void {
    const outcome = seen.outcome()
    if (outcome.is === 'confirmed') last().orderIds.add(outcome.orderId)
  }

  function isConfirmed(): boolean {
    notice(tab)
    return last().orderIds.size > 0
  }

  function put(choice: Choice): void {
    note(`puts in ${choice.quantity} × ${choice.id}`)
    tab.code.addToCart(choice)
    last().wanted = withAdded(last().wanted, choice)
  }

  function last(): Intention {
    const intention = intentions.at(-1)
    if (!intention) throw new Error('Nothing was wanted yet')
    return intention
  }

  function note(text: string): void {
    history.push(text)
  }

  async function moment(): Promise<void> {
    await sleep(moments.shift() ?? 0)
  }

  return customer
}

/** Failed is only what the store itself refused, every time that it was asked. */
function judge({ orderIds, isForgotten, isCutOff, passages }: Intention): Intention['end'] {
  if (orderIds.size > 0) return 'ok'
  if (isForgotten) return 'forgotten'
  const placing = passages.filter(({ call }) => call === 'place_order')
  const isRefused = placing.every(({ fault, stored }) => fault === 'none' && (stored ?? 0) >= 400)
  return isRefused && !isCutOff ? 'failed' : 'unknown'
}

/** An address that nobody else has: the store counts by it. */
function addressOf(number: number): string {
  return `10.${(number >> 16) & 255}.${(number >> 8) & 255}.${number & 255}`
}
