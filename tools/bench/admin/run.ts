/*
 * `npm run bench:admin` measures what the owner waits for with 100, 10,000 and 1,000,000 orders (or
 * with as many as the arguments say): over HTTP and signed in, through every policy and function.
 * It prints the table of docs/decisions/admin-speed.md.
 */

import { type BenchStore, hasStoreForEach, openStore } from '../backend.ts'
import { measure } from '../measure.ts'
import { printTable, type Result } from '../table.ts'
import { type AdminApi, signIn } from './admin-api.ts'
import { wrongFigures } from './exactness.ts'
import { fill } from './fill.ts'
import { type Task, tasksFor } from './tasks.ts'
import { type Reading, readingOf } from './what-ran.ts'

interface Shop {
  size: number
  store: BenchStore
  api: AdminApi
  tasks: Task[]
  readings: Reading[]
}

const sizes = process.argv.slice(2).map(Number)
if (sizes.length === 0) sizes.push(100, 10_000, 1_000_000)

// Side by side where possible: columns measured minutes apart differ by what else the machine did.
const groups = hasStoreForEach(sizes) ? [sizes] : sizes.map((size) => [size])
const results = new Map<number, Result[]>()
for (const group of groups) await measureGroup(group)
printTable(results)

async function measureGroup(group: number[]): Promise<void> {
  const shops: Shop[] = []
  try {
    for (const size of group) shops.push(await openShop(size, shops.length))
    const tasks = shops[0]?.tasks ?? []
    for (const [nth, { name, limit }] of tasks.entries()) {
      console.error(name)
      const asked = shops.flatMap(({ api, tasks }) =>
        tasks[nth] ? [{ api, call: tasks[nth].call }] : [],
      )
      const timings = await measure(asked)
      for (const [index, { size, readings }] of shops.entries()) {
        const [timing, reading] = [timings[index], readings[nth]]
        if (!timing || !reading) throw new Error(`${name} was not measured with ${size} orders`)
        results.set(size, [
          ...(results.get(size) ?? []),
          { task: name, limit, ...timing, ...reading },
        ])
      }
    }
    for (const shop of shops) await refuseWrongFigures(shop)
  } finally {
    for (const { store } of shops) await store.close()
  }
}

async function openShop(size: number, nth: number): Promise<Shop> {
  console.error(`Opening a store with ${size} orders; the first time, filling it …`)
  const store = await openStore(size, nth)
  try {
    const start = performance.now()
    await fill(store, size)
    console.error(`… ${((performance.now() - start) / 1000).toFixed(0)} s`)
    const api = await signIn(store)
    const tasks = await tasksFor(store)
    const readings: Reading[] = []
    for (const { call } of tasks) readings.push(await readingOf(store, call))
    return { size, store, api, tasks, readings }
  } catch (error) {
    await store.close()
    throw error
  }
}

/** After all that was moved: what the dashboard says must still be true. */
async function refuseWrongFigures({ size, store, api }: Shop): Promise<void> {
  const wrong = await wrongFigures(store, api)
  if (wrong.length > 0) throw new Error(`With ${size} orders ${wrong.join(', ')}`)
}
