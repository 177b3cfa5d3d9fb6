/* Orders of today in every stage, which the fewest orders have not: added for the batches, removed at the end. */
import { readFileSync } from 'node:fs'
import type { BenchBackend } from './backend.ts'

const stages = readFileSync(new URL('stages.sql', import.meta.url), 'utf8')

/** As many as one batch has. */
const BATCH_SIZE = 500

/** Beside the open ones: those that wait, and those that a courier has. */
const OTHERS = 240

interface OpenOrders {
  /** Of a batch. */
  ids: string[]
  batch: number
}

/** No other order of the bench has digits in its id. */
const theirs = "id ~ '^[0-9]{8}$'"

export async function addOpenOrders(backend: BenchBackend, count: number): Promise<OpenOrders> {
  await removeOpenOrders(backend)
  return backend.transaction(async (query) => {
    const rows = await query(
      `
      insert into public.orders (id, items, total, shipping_address, payment_method)
      select
        lpad(nth::text, 8, '0'), items, total,
        shipping_address || jsonb_build_object('phone', '0300 ' || 5000000 + nth), payment_method
      from (select * from public.orders order by date desc limit 1) as newest,
        generate_series(1, $1) as nth
      returning id
    `,
      [count + OTHERS],
    )
    const ids = rows.slice(OTHERS, OTHERS + BATCH_SIZE).map(({ id }) => String(id))
    await query(stages)
    const [batch] = await query(
      `
      with batch as (insert into private.export_batches (courier) values ('postex') returning id)
      insert into private.exported_orders (batch_id, order_id)
      select batch.id, added.id from batch, unnest($1::text[]) as added (id)
      returning batch_id::integer as id
    `,
      [ids],
    )
    await query('select private.fold_stages()')
    await query('analyze')
    return { ids, batch: Number(batch?.['id']) }
  })
}

export async function removeOpenOrders({ transaction }: BenchBackend): Promise<void> {
  await transaction(async (query) => {
    await query(`delete from public.orders where ${theirs}`)
    await query('truncate private.export_batches cascade')
  })
}
