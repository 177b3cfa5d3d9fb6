/*
 * One tab on the checkout. The shop's code in it is the real one; the browser around it is small. Its
 * pauses are short, and ten seconds of silence pass in the moment in which the network says so. Once
 * it is closed nothing in it reaches anything any more.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import type { CheckoutStore, EarlierOrder } from '#features/checkout/checkout.store.ts'
import type { ShippingAddress } from '#features/orders/address.ts'
import type { ClientCode, OpenPage } from './client-code.ts'
import type { Device, DeviceStorage, StorageChange } from './device.ts'

/** Milliseconds from the checkout to the page of the confirmation. */
const WAY = 150

/** How much shorter a pause is than it says. */
const SPEED = 30

/** Milliseconds: what really passes before a call that the network has forgotten is given up. */
const SILENCE = 5_000

export type Outcome =
  | { is: 'confirmed'; orderId: string; isBeforeChange: boolean }
  | { is: 'refused'; code: string }
  | { is: 'empty' | 'closed' | 'waiting' }

/** What a tab takes over a reload, even where the browser refuses all storage. */
export interface TabMemory {
  session: Map<string, string>
  historyState: unknown
}

export interface Tab {
  code: ClientCode
  memory: TabMemory
  /** The saved orders that the page names now. */
  named(): EarlierOrder[]
  /** Whether the page is on its way to a confirmation: a press does nothing any more. */
  isLeaving(): boolean
  openCheckout(): void
  /** Presses Place Order, and resolves with what became of it. */
  press(address: ShippingAddress): Promise<Outcome>
  /** What the page shows now. */
  outcome(): Outcome
  /** Lets the time pass after which every call under way counts as lost. */
  passTime(): void
  close(): void
}

export interface TabOptions {
  openPage: OpenPage
  device: Device
  /** The shop's address, and the headers by which the network knows the customer. */
  shop: string
  headers: () => Record<string, string>
  memory?: TabMemory | undefined
  /** Query of the URL, with '?'. */
  search?: string | undefined
  /** Told of every order that the page names. */
  onNamed(orderId: string): void
  changeClient?: ((code: ClientCode) => Partial<ClientCode['liveServices']>) | undefined
}

/** Opens a page of the shop in a new tab. */
export function openTab(options: TabOptions): Tab {
  const { openPage, device, shop, headers, onNamed, changeClient } = options
  const memory = options.memory ?? { session: new Map(), historyState: null }
  const closing = new AbortController()
  const window = new EventTarget()
  const storage = device.storageFor((change) => window.dispatchEvent(storageEvent(change)))
  const clock = createClock(closing.signal)
  const whileOpen = <Result>(work: Promise<Result>) => untilClosed(work, closing.signal)

  const browser = {
    window,
    location: {
      href: `${shop}/checkout`,
      pathname: '/checkout',
      search: options.search ?? '',
      replace: leaveFor,
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
    fetch: (address: string | URL, init: RequestInit = {}) => {
      const signals = [closing.signal, ...(init.signal ? [init.signal] : [])]
      const allHeaders = new Headers(init.headers)
      for (const [name, value] of Object.entries(headers())) allHeaders.set(name, value)
      const request = { ...init, headers: allHeaders, signal: AbortSignal.any(signals) }
      return whileOpen(fetch(new URL(address, shop), request))
    },
    ...clock.forPage,
    Date: wrongClock(device),
    console: { error: () => undefined },
  }
  const code = openPage({ globalThis: { ...browser, crypto }, ...browser })
  let checkout: CheckoutStore | undefined
  let stop: (() => void) | undefined
  let confirmed: { orderId: string; isBeforeChange: boolean } | undefined
  let way: Promise<void> | undefined

  /** On the way to the confirmation a tab can be closed as well; only there is the customer told. */
  function leaveFor(path: string): void {
    const { pathname, searchParams } = new URL(path, shop)
    const [, orderId] = /^\/order\/confirmation\/(.+)/.exec(pathname) ?? []
    if (!orderId) return
    way = sleep(WAY).then(() => {
      if (closing.signal.aborted) return
      code.markSeen(orderId)
      const earlier = searchParams.get('earlier')
      if (earlier) onNamed(earlier)
      confirmed = { orderId, isBeforeChange: searchParams.has('placed') }
      close()
    })
  }

  /** By leaving the page as well: nothing in it goes on. */
  function close(): void {
    closing.abort()
    storage.close()
    stop?.()
  }

  function outcome(): Outcome {
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
    named: () => checkout?.$checkout.get().earlier ?? [],
    openCheckout() {
      checkout = code.createCheckout(changeClient?.(code))
      const stopNaming = checkout.$checkout.listen(({ earlier }) => {
        if (closing.signal.aborted) return
        for (const { orderId } of earlier) onNamed(orderId)
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
      await way
      return outcome()
    },
    passTime: clock.passTime,
    close,
  }
}

/** Has room of its own, so a full device does not matter; where storage is refused, so is this. */
function sessionStorageOn(
  device: Device,
  saved: Map<string, string>,
  closing: AbortSignal,
): DeviceStorage['view'] {
  const use = () => {
    if (device.storage === 'blocked') throw new DOMException('denied', 'SecurityError')
    return saved
  }
  return {
    getItem: (key) => use().get(key) ?? null,
    setItem: (key, value) => {
      if (!closing.aborted) use().set(key, value)
    },
    removeItem: (key) => {
      if (!closing.aborted) use().delete(key)
    },
  }
}

/** The time in one tab: it passes as the rehearsal wants, and stands still once the tab is closed. */
function createClock(closing: AbortSignal) {
  const waiting = new Set<() => void>()
  let skipped = 0

  return {
    passTime: () => {
      for (const giveUp of waiting) giveUp()
    },
    forPage: {
      performance: { now: () => performance.now() + skipped },
      setTimeout: (work: () => void, milliseconds: number) =>
        setTimeout(() => {
          skipped += milliseconds
          if (!closing.aborted) work()
        }, milliseconds / SPEED),
      AbortSignal: {
        // Not made of Node's own timeout: inside AbortSignal.any that one may be collected, and never come.
        timeout(milliseconds: number): AbortSignal {
          const controller = new AbortController()
          const giveUp = () => {
            clearTimeout(timer)
            waiting.delete(giveUp)
            skipped += milliseconds
            controller.abort(new DOMException('too late', 'TimeoutError'))
          }
          const timer = setTimeout(giveUp, SILENCE).unref()
          waiting.add(giveUp)
          return controller.signal
        },
      },
    },
  }
}

/** A closed tab lets go of what it held. */
function locksFor(locks: NonNullable<Device['locks']>, closing: AbortSignal) {
  return {
    request: <Result>(name: string, work: () => Promise<Result>) =>
      untilClosed(
        locks.request(name, async () => {
          if (closing.aborted) return undefined
          return Promise.race([work(), closed(closing)])
        }),
        closing,
      ),
  }
}

/** Settles as the work does; never, once the tab is closed. */
function untilClosed<Result>(work: Promise<Result>, closing: AbortSignal): Promise<Result> {
  return new Promise((resolve, reject) => {
    work.then(
      (result) => closing.aborted || resolve(result),
      (error: unknown) => closing.aborted || reject(error),
    )
  })
}

function closed(closing: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (closing.aborted) resolve()
    closing.addEventListener('abort', () => resolve(), { once: true })
  })
}

function storageEvent(change: StorageChange): Event {
  return Object.assign(new Event('storage'), change)
}

function wrongClock(device: Device): DateConstructor {
  return class extends Date {
    constructor(...time: [] | [number]) {
      super(...(time.length === 0 ? ([Date.now() + device.clockError] as const) : time))
    }

    static override now(): number {
      return Date.now() + device.clockError
    }
  } as unknown as DateConstructor
}
