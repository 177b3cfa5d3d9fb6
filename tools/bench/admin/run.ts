/*
 * `npm run bench:admin` measures what the admin waits for with 100, 10,000 and 1,000,000 orders (or with
 * the numbers given as arguments): over HTTP and signed in, through every policy and function. With
 * `--postgres` on new Postgres servers instead of the local backend. It prints the table of
 * docs/decisions/admin-speed.md.
 */
import { parseArgs } from 'node:util'
import { type AdminApi, type BenchBackend, openLocal, openPostgres, signIn } from './backend.ts'
import { fill, wrongFigures } from './fill.ts'
import { measure, printTable, type Reading, type Result, readingOf } from './measure.ts'
import { type Task, tasksFor } from './tasks.ts'

interface Shop {
  size: number
  backend: BenchBackend
  api: AdminApi
  tasks: Task[]
  readings: Reading[]
}

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { postgres: { type: 'boolean', default: false } },
})
const sizes = positionals.map(Number)
if (sizes.length === 0) sizes.push(100, 10_000, 1_000_000)
const results = new Map<number, Result[]>()
await measureAll()
printTable(results)

/** Side by side: columns measured minutes apart differ by what else the machine did. */
async function measureAll(): Promise<void> {
  const shops: Shop[] = []
  try {
    for (const size of sizes) shops.push(await openShop(size))
    const tasks = shops[0]?.tasks ?? []
    for (const [nth, { name, limit }] of tasks.entries()) {
      console.error(name)
      const calls = shops.flatMap(({ api, tasks }) =>
        tasks[nth] ? [{ api, call: tasks[nth].call }] : [],
      )
      const timings = await measure(calls)
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
    for (const { backend } of shops) await backend.close()
  }
}

async function openShop(size: number): Promise<Shop> {
  console.error(`Opening ${size} orders …`)
  const backend = await (values.postgres ? openPostgres() : openLocal(size))
  try {
    const start = performance.now()
    await fill(backend, size)
    console.error(`… ${((performance.now() - start) / 1000).toFixed(0)} s`)
    const api = await signIn(backend)
    const tasks = await tasksFor(backend)
    const readings: Reading[] = []
    for (const { call } of tasks) readings.push(await readingOf(backend, call))
    return { size, backend, api, tasks, readings }
  } catch (error) {
    await backend.close()
    throw error
  }
}

/** After the changes of the run the figures of the dashboard must still be right. */
async function refuseWrongFigures({ size, backend, api }: Shop): Promise<void> {
  const wrong = await wrongFigures(backend, api)
  if (wrong.length > 0) throw new Error(`With ${size} orders ${wrong.join(', ')}`)
}
