/*
 * `npm run bench:admin` measures what the admin waits for with 100, 10,000 and 1,000,000 orders (or with
 * the numbers given as arguments): over HTTP and signed in, through every policy and function. With
 * `--only Dashboard,run` the calls whose names contain one of these. `--open 100,20000` has as many open orders more where
 * orders wait, in the first and in each other shop, instead of 500. It prints the table of docs/performance.md.
 */
import { parseArgs } from 'node:util'
import { type AdminApi, type BenchBackend, openLocal, signIn } from './backend.ts'
import { fill, wrongFigures } from './fill.ts'
import { measure, printTable, type Reading, readingOf, type TaskResult } from './measure.ts'
import { removeOpenOrders } from './open-orders.ts'
import { type BenchTask, batchTasksFor, tasksFor } from './tasks.ts'

interface Shop extends FilledShop {
  api: AdminApi
}

interface FilledShop {
  size: number
  backend: BenchBackend
}

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { only: { type: 'string', default: '' }, open: { type: 'string', default: '500' } },
})
const sizes = positionals.map(Number)
if (sizes.length === 0) sizes.push(100, 10_000, 1_000_000)
const open = values.open.split(',').map(Number)
const results = new Map<number, TaskResult[]>()
await measureAll()
printTable(results)

async function measureAll(): Promise<void> {
  const filled: FilledShop[] = []
  try {
    for (const size of sizes) filled.push({ size, backend: await openFilled(size) })
    // After the last is filled: a session lasts an hour, and filling may take longer.
    const shops = await Promise.all(
      filled.map(async (shop) => ({ ...shop, api: await signIn(shop.backend) })),
    )
    await measureTasks(shops, tasksFor)
    await measureTasks(shops, (backend, nth) =>
      batchTasksFor(backend, open[nth] ?? open.at(-1) ?? 500),
    )
    for (const shop of shops) await refuseWrongFigures(shop)
    for (const { backend } of filled) await removeOpenOrders(backend)
  } finally {
    for (const { backend } of filled) await backend.close()
  }
}

/** Side by side: columns measured minutes apart differ by what else the machine did. */
async function measureTasks(
  shops: Shop[],
  findTasks: (backend: BenchBackend, nth: number) => Promise<BenchTask[]>,
): Promise<void> {
  const columns: { shop: Shop; tasks: BenchTask[]; readings: Reading[] }[] = []
  for (const [nth, shop] of shops.entries()) {
    const tasks = (await findTasks(shop.backend, nth)).filter(({ name }) =>
      values.only.split(',').some((part) => name.includes(part)),
    )
    const readings: Reading[] = []
    for (const { call } of tasks) readings.push(await readingOf(shop.backend, call))
    columns.push({ shop, tasks, readings })
  }
  for (const [nth, { name, limit }] of columns[0]?.tasks.entries() ?? []) {
    console.error(name)
    const calls = columns.flatMap(({ shop: { api }, tasks }) =>
      tasks[nth] ? [{ api, call: tasks[nth].call }] : [],
    )
    const timings = await measure(calls)
    for (const [index, { shop, readings }] of columns.entries()) {
      const [timing, reading] = [timings[index], readings[nth]]
      if (!timing || !reading) throw new Error(`${name} was not measured with ${shop.size} orders`)
      results.set(shop.size, [
        ...(results.get(shop.size) ?? []),
        { task: name, limit, ...timing, ...reading },
      ])
    }
  }
}

async function openFilled(size: number): Promise<BenchBackend> {
  console.error(`Opening ${size} orders …`)
  const backend = await openLocal(size)
  try {
    const start = performance.now()
    await fill(backend, size)
    // A run that failed may have left them.
    await removeOpenOrders(backend)
    console.error(`… ${((performance.now() - start) / 1000).toFixed(0)} s`)
    return backend
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
