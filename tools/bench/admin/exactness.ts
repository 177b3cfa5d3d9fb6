import type { BenchStore } from '../backend.ts'
import { type AdminApi, rpc } from './admin-api.ts'

/** The figures that differ from what plain SQL finds in the orders themselves; none, if all is well. */
export async function wrongFigures(store: BenchStore, api: AdminApi): Promise<string[]> {
  const shown = {
    ...(JSON.parse(await api.send(rpc('admin_dashboard'))) as Record<string, unknown>),
    customers: (JSON.parse(await api.send(rpc('admin_customers', { p: { limit: 1 } }))) as Figures)[
      'total'
    ],
  } as Figures
  const [counted] = await store.transaction((query) =>
    query(`
      select
        count(*)::float8 as "totalOrders",
        (sum(total) filter (where status <> 'cancelled'))::float8 as "totalRevenue",
        (count(*) filter (where status in ('pending', 'processing')))::float8 as "pendingOrders",
        (count(*) filter (where status = 'delivered'))::float8 as "completedOrders",
        (sum(total) filter (where status <> 'cancelled' and ago < 30))::float8 as "revenue30",
        (sum(total) filter (where status <> 'cancelled' and ago between 30 and 59))::float8
          as "revenuePrevious30",
        count(distinct lower(shipping_address ->> 'fullName') || right(
          regexp_replace(shipping_address ->> 'phone', '[^0-9]', '', 'g'), 9
        ))::float8 as customers
      from (
        select *, (now() at time zone 'Asia/Karachi')::date - (date at time zone 'Asia/Karachi')::date
          as ago
        from public.orders
      ) as placed
    `),
  )
  return Object.entries(counted ?? {})
    .filter(([name, figure]) => shown[name] !== Number(figure))
    .map(([name, figure]) => `${name} is ${shown[name]} and should be ${figure}`)
}

type Figures = Record<string, unknown>
