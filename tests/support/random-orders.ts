import { anItem } from './order-factories.ts'

/*
 * Orders of a few hundred customers, with several spellings of names and phones, at the edges of
 * days in Karachi, some at the same moment.
 */
const { id, size, price } = anItem()
const randomOrders = (count: number) => `
  alter table public.orders disable trigger prepare_order;
  select setseed(0.42);
  insert into public.orders (
    id, items, total, shipping_address, payment_method, status, date, estimated_delivery,
    tracking_history
  )
  select
    translate(lpad(upper(to_hex(nth * 7919)), 8, '0'), 'IO', 'XY'),
    jsonb_build_array(jsonb_build_object(
      'id', '${id}', 'name', 'Oil', 'size', '${size}', 'image', '/thumbnails/${id}.webp',
      'price', ${price}, 'quantity', nth % 3 + 1
    )),
    ${price} * (nth % 3 + 1) + (nth % 7) * 0.01,
    jsonb_build_object(
      'fullName', names[person % array_length(names, 1) + 1],
      'address', 'House ' || nth, 'city', 'City ' || nth % 5, 'state', 'Punjab',
      'postalCode', '54700', 'country', 'Pakistan',
      'phone', case nth % 3
        when 0 then '0300 ' || 1000000 + person % 90
        when 1 then '+92 300-' || 1000000 + person % 90
        else '0300' || 1000000 + person % 90
      end
    ),
    'cash_on_delivery',
    statuses[floor(random() * 5)::integer + 1],
    date_trunc('hour', now()) - floor(random() * 70 * 24) * interval '1 hour',
    current_date,
    '[]'
  from generate_series(1, ${count}) as nth,
    lateral (select (nth * nth) % 331 as person) as people,
    (select
      array[
        'Ayesha Khan', 'AYESHA KHAN', 'ayesha khan', 'عائشہ خان', 'O''Neil  Khan', '100% Ali_Raza',
        'Back\\slash', '<b>Bold</b>', '=1+1', 'Zoë Éclair', 'ZOË ÉCLAIR'
      ] as names,
      array['pending', 'processing', 'shipped', 'delivered', 'cancelled']::public.order_status[]
        as statuses
    ) as choice;
  alter table public.orders disable trigger user;
  update public.orders as o set search_text = private.order_search_text(o) where true;
  alter table public.orders enable trigger user
`

/** For all tests of a file: call it in beforeAll. */
export async function placeRandomOrders(
  sql: (sql: string) => Promise<unknown>,
  count: number,
): Promise<void> {
  for (const statement of randomOrders(count).split(';\n')) await sql(statement)
}
