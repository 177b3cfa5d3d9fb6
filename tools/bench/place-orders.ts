/*
 * `npm run bench:orders` measures how many orders a second the database saves for 1, 8 and 32 clients, each of
 * which places its next order when the last one is saved, on a Postgres server that waits for its disk.
 * With `-- --against COMMIT` the database functions of that commit are measured in the same run: both take
 * turns, so that other work on the machine slows them alike. `--seconds` is the time of a turn.
 */
import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { aNewOrder } from '#tests/support/order-factories.ts'
import { root } from '../run/step.mjs'
import { openTemporaryShop, type TemporaryShop } from '../temporary-shop/temporary-shop.ts'

const CLIENTS = [1, 8, 32]
const ROUNDS = 3

interface Version {
  name: string
  shop: TemporaryShop
  /** Of each number of clients: the milliseconds of every order. */
  times: Map<number, number[]>
  placed: number
}

const { values } = parseArgs({
  options: { against: { type: 'string' }, seconds: { type: 'string', default: '10' } },
})
const seconds = Number(values.seconds)
const folder = mkdtempSync(join(tmpdir(), 'zulf-bench-orders-'))
const versions: Version[] = []
try {
  if (values.against) await openVersion(values.against, supabaseOf(values.against))
  await openVersion('here')
  for (const version of versions) await place(version, 8, 2)
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const clients of CLIENTS) for (const version of versions) await measure(version, clients)
  }
  report()
  for (const version of versions) await refuseLoss(version)
} finally {
  for (const { shop } of versions) await shop.close()
  rmSync(folder, { recursive: true })
}

async function openVersion(name: string, supabase?: string): Promise<void> {
  const shop = await openTemporaryShop({ durable: true, ...(supabase && { supabase }) })
  versions.push({ name, shop, times: new Map(), placed: 0 })
}

/** The folder supabase/ of a commit. */
function supabaseOf(commit: string): string {
  const archive = execFileSync('git', ['archive', commit, 'supabase'], {
    cwd: root,
    maxBuffer: 64 * 1024 * 1024,
  })
  execFileSync('tar', ['-x'], { cwd: folder, input: archive })
  return join(folder, 'supabase')
}

async function measure(version: Version, clients: number): Promise<void> {
  const times = await place(version, clients, seconds)
  version.times.set(clients, [...(version.times.get(clients) ?? []), ...times])
}

/** Returns the milliseconds of each order. */
async function place(version: Version, clients: number, seconds: number): Promise<number[]> {
  const end = performance.now() + seconds * 1000
  const times: number[] = []
  const order = async () => {
    while (performance.now() < end) times.push(await placeOne(version))
  }
  await Promise.all(Array.from({ length: clients }, order))
  return times
}

/** From a client address and a phone of its own, so that no limit applies. */
async function placeOne(version: Version): Promise<number> {
  version.placed += 1
  const nth = version.placed
  const from = `10.${(nth >> 16) & 255}.${(nth >> 8) & 255}.${nth & 255}`
  const { status, text, milliseconds } = await version.shop.send({
    path: '/rpc/place_order',
    body: { p: aNewOrder() },
    from,
  })
  if (status !== 201) throw new Error(`${version.name}: not saved, ${status} ${text}`)
  return milliseconds
}

/** In Markdown. */
function report(): void {
  console.log('| Clients | version | orders a second | p50, ms | p99, ms |\n|--:|---|--:|--:|--:|')
  for (const clients of CLIENTS) {
    for (const { name, times } of versions) {
      const sorted = (times.get(clients) ?? []).toSorted((one, other) => one - other)
      const within = (share: number) =>
        (sorted[Math.ceil(sorted.length * share) - 1] ?? 0).toFixed(0)
      const rate = (sorted.length / (seconds * ROUNDS)).toFixed(0)
      console.log(`| ${clients} | ${name} | ${rate} | ${within(0.5)} | ${within(0.99)} |`)
    }
  }
}

/** An order that was acknowledged is there, and no other one. */
async function refuseLoss({ name, shop, placed }: Version): Promise<void> {
  const [row] = await shop.sql<{ count: number }>('select count(*)::integer from public.orders')
  if (row?.count !== placed)
    throw new Error(`${name}: ${row?.count} orders are there, not ${placed}`)
}
