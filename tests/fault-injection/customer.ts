/* One customer who follows a plan. */
import { setTimeout as sleep } from 'node:timers/promises'
import { type ChosenLine, withAdded } from '#shop/cart/cart.ts'
import { goodAddress } from '#tests/support/address-cases.ts'
import type { OpenPage } from './client-code.ts'
import { createDevice } from './device.ts'
import { CUSTOMER, type FaultProxy } from './fault-proxy.ts'
import type { Action, FaultPlan } from './plan.ts'
import { endOf, newPurchase, type PlannedPurchase, type SimulatedCustomer } from './purchase.ts'
import { type SimulatedTab, simulateTab, type TabOptions } from './tab.ts'

export interface World {
  openPage: OpenPage
  proxy: FaultProxy
  isNaive: boolean
}

/** A client address that many customers share. */
const SHARED_ADDRESS = '198.51.100.7'

export function createCustomer(plan: FaultPlan, { proxy, ...world }: World): SimulatedCustomer {
  const name = String(plan.number)
  const device = createDevice({ ...plan, clockError: plan.clockErrorHours * 3_600_000 })
  const history: string[] = []
  const purchases: PlannedPurchase[] = []
  const delaysMs = [...plan.delaysMs]
  const ownClientAddress = clientAddressOf(plan.number)
  let clientAddress = plan.sharesClientAddress ? SHARED_ADDRESS : ownClientAddress
  /** Whether storage saved every write since this purchase began. */
  let storageWorks = true
  let tab: SimulatedTab
  let address = goodAddress
  const openTabs = new Set<SimulatedTab>()
  proxy.plan(name, [...plan.faults], () => {
    for (const open of openTabs) open.timeOut()
  })

  const customer: SimulatedCustomer = {
    plan,
    purchases,
    history,
    requests: () => proxy.exchanges(name).length,
    async act() {
      do await buy()
      while (plan.buysAgain && purchases.length === 1 && last().end === 'ok')
    },
    async retryWithoutFaults() {
      proxy.clearFaults(name)
      history.push('retries without faults')
      clientAddress = ownClientAddress
      if (last().end === 'unknown' && !isConfirmed()) {
        if (storageWorks) reopen()
        for (let press = 0; press < 3 && !isConfirmed(); press++) await pressIn(tab)
      }
      tab.close()
      if (storageWorks && !last().isForgotten) {
        tab = newTab()
        last().cart = tab.code.readCart().items
        tab.close()
      }
    },
  }

  /** Fills a cart and carries out the actions until the order is confirmed. */
  async function buy(): Promise<void> {
    const phone = `03${String(plan.number * 10 + purchases.length).padStart(9, '0')}`
    const seen = proxy.exchanges(name).length
    purchases.push(newPurchase(phone))
    address = { ...goodAddress, phone }
    storageWorks = device.storage === 'working'
    tab = newTab()
    last().added = tab.code.readCart()
    plan.choices.forEach(add)
    if (storageWorks) reopen()
    else goToCheckout()
    for (const action of plan.actions) {
      if (isConfirmed() || last().isForgotten) break
      history.push(action)
      await actions[action]()
    }
    last().exchanges = proxy.exchanges(name).slice(seen)
    last().end = endOf(last())
    history.push(`end: ${last().end}`)
  }

  const actions: Record<Action, () => Promise<void>> = {
    press: () => pressIn(tab),
    'press twice': async () => {
      await Promise.all([pressIn(tab), pressIn(tab)])
    },
    'press in two tabs': async () => {
      if (!storageWorks) return
      const other = newTab()
      other.openCheckout()
      await Promise.all([pressIn(tab), pressIn(other)])
      other.close()
    },
    'open a second tab while the first presses': async () => {
      if (!storageWorks) return
      const pressed = pressIn(tab)
      await delay()
      // After the confirmation another press asks for a second order.
      if (isConfirmed()) return
      const other = newTab()
      other.openCheckout()
      await Promise.all([pressed, pressIn(other)])
      other.close()
    },
    'press and close the tab': () => pressAndLeave(leave),
    'press and reload at once': () => pressAndLeave(reload),
    reload: async () => reload(),
    'add a unit and press': async () => {
      const [choice] = plan.choices
      if (choice) add({ ...choice, quantity: 1 })
      await pressIn(tab)
    },
    'change the address and press': async () => {
      address = { ...address, city: `${address.city} again` }
      await pressIn(tab)
    },
    'storage fills up': async () => {
      if (device.storage !== 'working') return
      device.storage = 'full'
      storageWorks = false
    },
    'storage has room again': async () => {
      if (device.storage === 'full') device.storage = 'working'
    },
    'erase storage while the order is pending': async () => {
      const pressed = pressIn(tab)
      await delay()
      device.erase()
      storageWorks = false
      history.push('storage is erased')
      await pressed
      if (!isConfirmed()) last().isForgotten = true
    },
    'the clock jumps': async () => {
      device.clockError += 36 * 3_600_000
    },
    'another network': async () => {
      clientAddress = clientAddressOf(plan.number + 0x40_00_00)
    },
  }

  function newTab(from: Pick<TabOptions, 'memory' | 'search'> = {}): SimulatedTab {
    const opened = simulateTab({
      ...world,
      ...from,
      onNamed: (orderId) => void last().named.add(orderId),
      device,
      url: proxy.url,
      headers: () => ({ [CUSTOMER]: name, 'x-forwarded-for': clientAddress }),
    })
    openTabs.add(opened)
    return opened
  }

  function reopen(): void {
    tab.close()
    tab = newTab()
    tab.openCheckout()
  }

  /** Opens the checkout in the same tab; without storage the cart is in the URL. */
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
    tab = newTab({ memory })
    tab.openCheckout()
  }

  /** Without storage, closing the tab loses cart and key. */
  function leave(): void {
    if (!storageWorks) last().isForgotten = true
    reopen()
  }

  async function pressAndLeave(leaveTab: () => void): Promise<void> {
    const pressed = pressIn(tab)
    await delay()
    const before = tab
    if (!isConfirmed()) leaveTab()
    before.close()
    await pressed
  }

  async function pressIn(pressed: SimulatedTab): Promise<void> {
    const { items } = pressed.code.readCart()
    const { named, orderIds, versions, confirmations, refusals } = last()
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
    if (outcome.is === 'refused' && isPress) refusals.push({ version, code: outcome.code })
    history.push(`→ ${JSON.stringify(outcome)}`)
    if (outcome.is === 'closed') last().isCutOff = true
    recordConfirmation(pressed)
  }

  /** A page may also open a confirmation without a press. */
  function recordConfirmation(seen: SimulatedTab): void {
    const outcome = seen.outcome()
    if (outcome.is === 'confirmed') last().orderIds.add(outcome.orderId)
  }

  function isConfirmed(): boolean {
    recordConfirmation(tab)
    return last().orderIds.size > 0
  }

  function add(choice: ChosenLine): void {
    history.push(`adds ${choice.quantity} × ${choice.id}`)
    tab.code.addToCart(choice)
    last().added = withAdded(last().added, choice)
  }

  function last(): PlannedPurchase {
    const purchase = purchases.at(-1)
    if (!purchase) throw new Error('There is no purchase yet')
    return purchase
  }

  const delay = () => sleep(delaysMs.shift() ?? 0)

  return customer
}

/** A client address of the customer's own, because limits count by it. */
function clientAddressOf(number: number): string {
  return `10.${(number >> 16) & 255}.${(number >> 8) & 255}.${number & 255}`
}
