/* Removes the orders that a check placed in a live shop, or says how to. */
import { createClient } from '@supabase/supabase-js'
import pg from 'pg'
import type { Database } from '#api/database.types.ts'
import { isRecord } from '#kit/json.ts'
import { connectionOf } from '../postgres/connection.ts'

export interface CleanUpOptions {
  /** Of the project's API. */
  url: string
  key: string
  /** Cancels the orders. */
  admin?: { email: string; password: string } | undefined
  /** Deletes the orders; preferred to `admin`. */
  databaseUrl?: string | undefined
  print: (line: string) => void
}

/** The admin and the database that the environment names. */
export function cleanUpSettings(env: NodeJS.ProcessEnv = process.env) {
  const email = env['CONTRACT_ADMIN_EMAIL']
  const password = env['CONTRACT_ADMIN_PASSWORD']
  return {
    admin: email && password ? { email, password } : undefined,
    databaseUrl: env['SUPABASE_DB_URL'] || undefined,
  }
}

/** Never rejects: what is left is printed with the SQL that removes it. */
export async function cleanUpOrders(ids: string[], options: CleanUpOptions): Promise<void> {
  if (ids.length === 0) return
  const { admin, databaseUrl, print } = options
  let left = ids
  try {
    if (databaseUrl) left = await deleteOrders(ids, databaseUrl)
    else if (admin) left = await cancelOrders(ids, { ...options, admin })
    const done = ids.length - left.length
    if (done > 0)
      print(`${databaseUrl ? 'Deleted' : 'Cancelled'} ${done} of ${ids.length} test orders.`)
  } catch (error) {
    print(`The test orders could not be removed: ${(error as Error).message}`)
  }
  if (left.length === 0) return
  print(`Test orders are left in the shop: ${left.join(', ')}. In the SQL editor:`)
  print(`delete from public.orders where id in (${left.map((id) => `'${id}'`).join(', ')});`)
}

async function deleteOrders(ids: string[], databaseUrl: string): Promise<string[]> {
  const client = new pg.Client(connectionOf(databaseUrl))
  await client.connect()
  try {
    const { rows } = await client.query<{ id: string }>(
      'delete from public.orders where id = any ($1) returning id',
      [ids],
    )
    return without(ids, rows)
  } finally {
    await client.end()
  }
}

async function cancelOrders(
  ids: string[],
  { url, key, admin }: CleanUpOptions & { admin: { email: string; password: string } },
): Promise<string[]> {
  const client = createClient<Database>(url, key, {
    auth: { persistSession: false, autoRefreshToken: false },
  })
  const { error } = await client.auth.signInWithPassword(admin)
  if (error) throw error
  const cancelled: { id: string }[] = []
  for (const id of ids) {
    const { data: orders } = await client.from('orders').select('id, version').eq('id', id)
    const rows = [{ id, version: orders?.[0]?.version ?? 0, status: 'cancelled' }]
    const p = { request: crypto.randomUUID(), act: 'book', rows }
    const { data } = await client.rpc('admin_act', { p })
    const results = isRecord(data) && Array.isArray(data['results']) ? data['results'] : []
    if (results.some((result) => isRecord(result) && result['ok'] === true)) cancelled.push({ id })
  }
  // The admin's other sessions go on.
  await client.auth.signOut({ scope: 'local' })
  return without(ids, cancelled)
}

function without(ids: string[], rows: { id: string }[]): string[] {
  const gone = new Set(rows.map(({ id }) => id))
  return ids.filter((id) => !gone.has(id))
}
