/*
 * Jepsen's method for one shop: many customers with the real checkout, a network and devices that fail
 * by a seed, a store that is killed; and at the end the database is asked whether every customer was
 * told the truth. README.md beside this file says more.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { openStoreUnderFire, type StoreUnderFire } from './backend-under-faults.ts'
import { type Breach, judgeAll } from './check-outcomes.ts'
import { bundleClient } from './client-code.ts'
import { type Customer, createCustomer } from './customer.ts'
import { type FaultProxy, type FormService, openFaultProxy } from './fault-proxy.ts'
import { GUARDS, type Guard, type WithoutGuard } from './mutations.ts'
import { type Plan, planOf } from './plan.ts'

export interface RehearsalOptions {
  seed: number
  attempts: number
  kills: number
  /** Only this customer of the seed lives, so many times over: calls interleave anew each time. */
  only?: number | undefined
  times?: number | undefined
  /** A guard to do without, to see that its loss is noticed. */
  without?: Guard | undefined
  onProgress?: (done: number) => void
}

export interface Rehearsal {
  options: RehearsalOptions
  customers: Customer[]
  faults: Map<string, number>
  kills: number
  breaches: Breach[]
  seconds: number
}

/** Customers at the same time. */
const CROWD = 24

export async function rehearse(options: RehearsalOptions): Promise<Rehearsal> {
  const started = performance.now()
  const openPage = await bundleClient()
  const proxy = await openFaultProxy()
  const guard: WithoutGuard = options.without ? GUARDS[options.without] : {}
  const store = await openStoreUnderFire(proxy, guard.changeDatabase)
  try {
    const world = {
      openPage,
      proxy,
      changeClient: guard.changeClient,
      losesHistory: guard.losesHistory,
    }
    const customers: Customer[] = []
    const { onProgress = () => undefined } = options
    const killing = new AbortController()
    let done = 0
    const killer = killNowAndThen(store, options, () => done, killing.signal)
    const plans = draw(options)
    const setFormService = () =>
      proxy.setFormService(formServiceAt((options.only ?? done) / options.attempts))
    setFormService()
    await Promise.all(
      Array.from({ length: CROWD }, async () => {
        for (const plan of plans) {
          const customer = createCustomer(plan, world)
          customers.push(customer)
          await customer.live()
          done += 1
          setFormService()
          onProgress(done)
        }
      }),
    )
    killing.abort()
    await killer
    await proxy.idle()
    await bringToAnEnd(customers)
    await proxy.idle()
    const breaches = judgeAll(customers, await store.readOrders())
    const seconds = (performance.now() - started) / 1000
    return {
      options,
      customers,
      faults: countFaults(customers, proxy),
      kills: store.kills,
      breaches,
      seconds,
    }
  } finally {
    await store.close()
    await proxy.close()
  }
}

/** One iterator for all: whoever is free takes the next. */
function* draw(options: RehearsalOptions): Generator<Plan> {
  const { seed, attempts, only, times = 1 } = options
  if (only !== undefined) {
    for (let life = 0; life < times; life++) yield { ...planOf(seed, only), number: only + life }
    return
  }
  for (let number = 1; number <= attempts; number++) yield planOf(seed, number)
}

/** Down for a day early in the run; later the quota is spent, and nothing is accepted to its end. */
function formServiceAt(part: number): FormService {
  if (part >= 0.2 && part < 0.4) return 'down'
  return part >= 0.6 ? 'quota spent' : 'working'
}

async function killNowAndThen(
  store: StoreUnderFire,
  { attempts, kills, only }: RehearsalOptions,
  done: () => number,
  ended: AbortSignal,
): Promise<void> {
  if (only !== undefined) return
  while (store.kills < kills && !ended.aborted) {
    if (done() >= ((store.kills + 1) * attempts) / (kills + 1)) await store.kill()
    else await sleep(20)
  }
}

async function bringToAnEnd(customers: Customer[]): Promise<void> {
  const waiting = [...customers].values()
  await Promise.all(
    Array.from({ length: CROWD / 2 }, async () => {
      for (const customer of waiting) await customer.comeBack()
    }),
  )
}

function countFaults(customers: Customer[], proxy: FaultProxy): Map<string, number> {
  const faults = new Map<string, number>()
  for (const { plan } of customers) {
    for (const { fault } of proxy.passages(String(plan.number))) {
      if (fault !== 'none') faults.set(fault, (faults.get(fault) ?? 0) + 1)
    }
  }
  return faults
}
