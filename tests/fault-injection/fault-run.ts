/*
 * Many customers with the real checkout, a network and devices that fail by a seed, and a backend that is
 * killed. At the end the orders are compared with what the pages showed. README.md describes the method.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { checkOutcomes, type FoundOrder, type Violation } from './check-outcomes.ts'
import { bundleClient } from './client-code.ts'
import { createCustomer } from './customer.ts'
import { type FaultProxy, type FormService, openFaultProxy } from './fault-proxy.ts'
import { type KillableBackend, openKillableBackend } from './killable-backend.ts'
import { type FaultPlan, planOf } from './plan.ts'
import type { SimulatedCustomer } from './purchase.ts'

export interface FaultRunOptions {
  seed: number
  attempts: number
  kills: number
  /** Only this customer of the seed, `times` times: each time the calls interleave differently. */
  only?: number | undefined
  times?: number | undefined
  /** The client has a new key for each request. A run must find what that doubles. */
  isNaive?: boolean | undefined
  onProgress?: (done: number) => void
}

export interface FaultRun {
  options: FaultRunOptions
  customers: SimulatedCustomer[]
  faults: Map<string, number>
  kills: number
  violations: Violation[]
  seconds: number
}

const SAVED_ORDERS = `select id, items, total::float8, shipping_address as address
  from public.orders order by date`

/** Customers at the same time. */
const CONCURRENT_CUSTOMERS = 24

export async function runFaults(options: FaultRunOptions): Promise<FaultRun> {
  const started = performance.now()
  const openPage = await bundleClient()
  const proxy = await openFaultProxy()
  const backend = await openKillableBackend(proxy)
  try {
    const world = { openPage, proxy, isNaive: options.isNaive ?? false }
    const customers: SimulatedCustomer[] = []
    const { onProgress = () => undefined } = options
    const killing = new AbortController()
    let done = 0
    const killer = killRegularly(backend, options, () => done, killing.signal)
    const plans = plansOf(options)
    const setFormService = () =>
      proxy.setFormService(formServiceAt((options.only ?? done) / options.attempts))
    setFormService()
    await Promise.all(
      Array.from({ length: CONCURRENT_CUSTOMERS }, async () => {
        for (const plan of plans) {
          const customer = createCustomer(plan, world)
          customers.push(customer)
          await customer.act()
          done += 1
          setFormService()
          onProgress(done)
        }
      }),
    )
    killing.abort()
    await killer
    await proxy.idle()
    await retryAll(customers)
    await proxy.idle()
    const violations = checkOutcomes(customers, await backend.read<FoundOrder>(SAVED_ORDERS))
    const seconds = (performance.now() - started) / 1000
    return {
      options,
      customers,
      faults: countFaults(customers, proxy),
      kills: backend.kills,
      violations,
      seconds,
    }
  } finally {
    await backend.close()
    await proxy.close()
  }
}

/** Shared by all workers. */
function* plansOf(options: FaultRunOptions): Generator<FaultPlan> {
  const { seed, attempts, only, times = 1 } = options
  if (only !== undefined) {
    for (let nth = 0; nth < times; nth++) yield { ...planOf(seed, only), number: only + nth }
    return
  }
  for (let number = 1; number <= attempts; number++) yield planOf(seed, number)
}

/** Down for a fifth of the run, over its quota for another. At the end it refuses the content of every copy. */
function formServiceAt(part: number): FormService {
  if (part >= 0.2 && part < 0.4) return 'down'
  if (part >= 0.8) return 'refusing content'
  return part >= 0.6 ? 'quota spent' : 'working'
}

async function killRegularly(
  backend: KillableBackend,
  { attempts, kills, only }: FaultRunOptions,
  done: () => number,
  ended: AbortSignal,
): Promise<void> {
  if (only !== undefined) return
  while (backend.kills < kills && !ended.aborted) {
    if (done() >= ((backend.kills + 1) * attempts) / (kills + 1)) await backend.kill()
    else await sleep(20)
  }
}

async function retryAll(customers: SimulatedCustomer[]): Promise<void> {
  const pending = [...customers].values()
  await Promise.all(
    Array.from({ length: CONCURRENT_CUSTOMERS / 2 }, async () => {
      for (const customer of pending) await customer.retryWithoutFaults()
    }),
  )
}

function countFaults(customers: SimulatedCustomer[], proxy: FaultProxy): Map<string, number> {
  const faults = new Map<string, number>()
  for (const { plan } of customers) {
    for (const { fault } of proxy.exchanges(String(plan.number))) {
      if (fault !== 'none') faults.set(fault, (faults.get(fault) ?? 0) + 1)
    }
  }
  return faults
}
