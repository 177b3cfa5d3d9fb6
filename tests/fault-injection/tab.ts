/*
 * One tab with the shop's real code. Timers are short, and the proxy ends pending calls by `timeOut`
 * instead of ten real seconds. A closed tab has no effects.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import type { ShippingAddress } from '#order/address/address.ts'
import type { CheckoutStore } from '#shop/checkout/checkout.store.ts'
import type { NamedOrder } from '#shop/checkout/checkout-state.store.ts'
import {
  closed,
  createClock,
  locksFor,
  sessionStorageOn,
  storageEvent,
  untilClosed,
  wrongClock,
} from './browser.ts'
import type { ClientCode, OpenPage } from './client-code.ts'
import type { Device } from './device.ts'

/** From the checkout to the confirmation page. */
const NAVIGATION_MS = 150

type PressOutcome =
  | { is: 'confirmed'; orderId: string; isBeforeChange: boolean }
  | { is: 'refused'; code: string }
  | { is: 'empty' | 'closed' | 'waiting' }

/** What survives a reload, even where storage is blocked. */
interface TabMemory {
  session: Map<string, string>
  historyState: unknown
}

export interface SimulatedTab {
  code: ClientCode
  memory: TabMemory
  /** The saved orders that the page names now. */
  named(): NamedOrder[]
  /** Whether the page is navigating to a confirmation: another press has no effect. */
  isLeaving(): boolean
  openCheckout(): void
  /** Presses Place Order. */
  press(address: ShippingAddress): Promise<PressOutcome>
  /** What the page shows now. */
  outcome(): PressOutcome
  /** Times out all pending calls. */
  timeOut(): void
  close(): void
}

export interface TabOptions {
  openPage: OpenPage
  device: Device
  /** The URL of the proxy. */
  url: string
  /** Headers that name the customer. */
  headers: () => Record<string, string>
  memory?: TabMemory | undefined
  /** The query of the URL, with '?'. */
  search?: string | undefined
  /** Called with every order that the page names. */
  onNamed(orderId: string): void
  /** A new key for each request. */
  isNaive: boolean
}

export function simulateTab(options: TabOptions): SimulatedTab {
  const { openPage, device, url, headers, onNamed, isNaive } = options
  const memory = options.memory ?? { session: new Map(), historyState: null }
  const closing = new AbortController()
  const window = new EventTarget()
  const storage = device.storageFor((change) => window.dispatchEvent(storageEvent(change)))
  const clock = createClock(closing.signal)
  const whileOpen = <Result>(work: Promise<Result>) => untilClosed(work, closing.signal)

  const browser = {
    window,
    document: new EventTarget(),
    addEventListener: window.addEventListener.bind(window),
    dispatchEvent: window.dispatchEvent.bind(window),
    location: {
      href: `${url}/checkout`,
      pathname: '/checkout',
      search: options.search ?? '',
      replace: navigateTo,
    },
    history: {
      get state() {
        return memory.historyState
      },
      replaceState: (state: unknown) => {
        if (!closing.signal.aborted) memory.historyState = structuredClone(state)
      },
    },
    navigator: { locks: device.locks && locksFor(device.locks, closing.signal) },
    localStorage: storage.view,
    sessionStorage: sessionStorageOn(device, memory.session, closing.signal),
    fetch: (resource: string | URL, init: RequestInit = {}) => {
      const signals = [closing.signal, ...(init.signal ? [init.signal] : [])]
      const allHeaders = new Headers(init.headers)
      for (const [name, value] of Object.entries(headers())) allHeaders.set(name, value)
      const request = { ...init, headers: allHeaders, signal: AbortSignal.any(signals) }
      return whileOpen(fetch(new URL(resource, url), request))
    },
    ...clock.forPage,
    Date: wrongClock(device),
    console: { error: () => undefined },
  }
  const code = openPage({ globalThis: { ...browser, crypto }, ...browser })
  let checkout: CheckoutStore | undefined
  let stop: (() => void) | undefined
  let confirmed: { orderId: string; isBeforeChange: boolean } | undefined
  let navigation: Promise<void> | undefined

  /** The order counts as confirmed only if the confirmation page opens. */
  function navigateTo(path: string): void {
    const { pathname, searchParams } = new URL(path, url)
    const [, orderId] = /^\/order\/confirmation\/(.+)/.exec(pathname) ?? []
    if (!orderId) return
    navigation = sleep(NAVIGATION_MS).then(() => {
      if (closing.signal.aborted) return
      code.markSeen(orderId)
      const earlier = searchParams.get('earlier')
      if (earlier) onNamed(earlier)
      confirmed = { orderId, isBeforeChange: searchParams.has('placed') }
      close()
    })
  }

  /** Closes the tab, or leaves the page. */
  function close(): void {
    closing.abort()
    storage.close()
    stop?.()
  }

  function outcome(): PressOutcome {
    if (confirmed) return { is: 'confirmed', ...confirmed }
    const now = checkout?.$checkout.get()
    if (closing.signal.aborted || !now) return { is: 'closed' }
    if (now.state === 'failed') return { is: 'refused', code: now.code }
    return { is: now.state === 'empty' ? 'empty' : 'waiting' }
  }

  return {
    code,
    memory,
    outcome,
    isLeaving: () => checkout?.$checkout.get().state === 'placed',
    named: () => checkout?.$checkout.get().named ?? [],
    openCheckout() {
      const changes = isNaive ? withNewKeys(code) : {}
      checkout = code.createCheckout(changes)
      const stopNaming = checkout.$checkout.listen(({ named }) => {
        if (closing.signal.aborted) return
        for (const { orderId } of named) onNamed(orderId)
      })
      const stopFollowing = code.followCheckout(checkout)
      stop = () => {
        stopNaming()
        stopFollowing()
      }
    },
    async press(address) {
      code.saveDraft(address)
      await Promise.race([checkout?.submit(address), closed(closing.signal)])
      await navigation
      return outcome()
    },
    timeOut: clock.timeOut,
    close,
  }
}

function withNewKeys({
  checkoutServices,
  newOrderKey,
}: ClientCode): Partial<ClientCode['checkoutServices']> {
  return { placeOrder: (_, request) => checkoutServices.placeOrder(newOrderKey(), request) }
}
