import { type Guard, rewrite } from './mutation.ts'

const ERASING = 'tests/database/erasing.test.ts'
const RETENTION = 'tests/database/retention.test.ts'

const customer = 'private.erase_customer(text)'
const orders = 'private.erase_orders(text[])'
const retention = 'private.apply_retention()'

/** What erasing personal data takes with it, and what it leaves. */
export const erasingGuards: Guard[] = [
  guard('open orders are not erased', rewrite(customer, 'open_orders > 0', 'false')),
  guard(
    'erased orders together are no customer to erase',
    rewrite(customer, 'and not private.is_erased(shipping_address)', ''),
  ),
  guard(
    'an erased order opens with no token',
    rewrite(orders, 'token_hash = sha256(token_hash),', ''),
  ),
  guard(
    'an erased order has no hash of its request',
    rewrite(
      orders,
      "request_hash = sha256(convert_to(order_id, 'UTF8'))",
      'request_hash = request_hash',
    ),
  ),
  guard('an erased order has no phone', rewrite(orders, "phone_key = ''", 'phone_key = phone_key')),
  guard(
    'tracking numbers are erased from the log',
    rewrite(orders, `before = before || '{"tracking_number": null}',`, ''),
  ),
  guard('tracking numbers are erased from the history', {
    sql: `create or replace function private.without_tracking_numbers(history jsonb) returns jsonb
      language sql as $$ select history $$`,
  }),
  guard(
    'an erased order is of no customer',
    rewrite(
      'private.count_customers(private.order_change[])',
      'where not private.is_erased((placed).shipping_address)',
      '',
    ),
  ),
  guard(
    'an erased order is of no customer when all are counted anew',
    rewrite('private.recount_customers()', 'where not private.is_erased(shipping_address)', ''),
  ),
  guard(
    'an erased order has no earlier orders',
    rewrite(
      'private.earlier_orders(public.orders)',
      'and not private.is_erased(shown.shipping_address)',
      '',
    ),
  ),
  guard(
    'an erased order stays erased',
    rewrite(
      'private.keep_order_facts()',
      'if private.is_erased(old',
      'if false and private.is_erased(old',
    ),
  ),
  guard('an erased order stays closed', {
    sql: 'alter table public.orders drop constraint erased_orders_stay_closed',
  }),
  guard(
    'a late retry of an erased order is recognised',
    rewrite('private.answer_repeat(jsonb)', 'in (hash, sha256(hash))', '= hash'),
  ),
  guard(
    'open orders outlive the retention time',
    rewrite(retention, "and status in ('delivered', 'cancelled')", ''),
    RETENTION,
  ),
  guard('young orders are not erased', rewrite(retention, 'and date < limit_date', ''), RETENTION),
  guard(
    'an erased order is not erased again',
    rewrite(retention, 'where not private.is_erased(shipping_address)', 'where true'),
    RETENTION,
  ),
  guard(
    'what is left over is erased without a day of waiting',
    rewrite(retention, 'cardinality(ids) < batch', 'true'),
    RETENTION,
  ),
  guard(
    'the dashboard has old orders erased once a day',
    rewrite('private.apply_retention_if_due()', "at < now() - interval '1 day'", 'true'),
    RETENTION,
  ),
  guard(
    'orders are locked before they are erased',
    rewrite(customer, 'for update', ''),
    'tests/concurrency/erasing.test.ts',
  ),
  {
    name: 'copies of forms are erased with their customer',
    drop: {
      file: 'tools/local-backend/form-sink.ts',
      text: 'await query(eraseCopies)',
      by: '',
    },
    tests: ['tests/local-backend/erasing.test.ts'],
  },
  {
    name: 'old orders are erased when the local backend starts',
    drop: {
      file: 'tools/local-backend/local-backend.ts',
      text: 'opened.push(startRetention(database, log))',
      by: '',
    },
    tests: ['tests/local-backend/erasing.test.ts'],
  },
]

function guard(name: string, drop: Guard['drop'], test = ERASING): Guard {
  return { name, drop, tests: [test] }
}
