import { bySql, inFunction, type Mutation } from '../mutation.ts'

const ERASING = 'tests/database/erasing.test.ts'
const ELSEWHERE = 'tests/database/erasing-elsewhere.test.ts'
const RETENTION = 'tests/database/retention.test.ts'
const CONCURRENCY_ERASING = 'tests/concurrency/erasing.test.ts'

/** What erasing personal data removes, and what stays. */
export const erasingMutations: Mutation[] = [
  ...inFunction('public.admin_erase_customer(jsonb)', ERASING, {
    'open orders are not erased': 'open_orders > 0',
    'erased orders are not a customer that can be erased': [
      'and not private.is_erased(o.shipping_address)',
      '',
    ],
  }),
  ...inFunction('private.erase_orders(text[])', ERASING, {
    'an erased order opens with no token': ['token_hash = sha256(token_hash),', ''],
    'an erased order has no hash of its request': [
      "request_hash = sha256(convert_to(order_id, 'UTF8'))",
      'request_hash = request_hash',
    ],
    'tracking numbers are erased from the log': [
      'before = private.erase_logged(before), after',
      'after',
    ],
    'notes are erased': ['delete from private.order_notes where order_id = any (ids);', ''],
    'extras are erased': ['landmark = null, second_phone = null, rider_note = null,', ''],
  }),
  ...inFunction('private.erase_orders(text[])', ELSEWHERE, {
    'marks are erased': ['delete from private.marked_orders where order_id = any (ids);', ''],
  }),
  ...inFunction('public.admin_erase_customer(jsonb)', ELSEWHERE, {
    'second phones of the order find messages': [
      'order_id = any (ids) and second_phone is not null',
      'false',
    ],
    'second phones of the log find messages': ["side ->> 'secondPhone' is not null", 'false'],
  }),
  ...inFunction('private.erase_former_log(text, text)', ELSEWHERE, {
    'the log of an order is erased up to its correction only': [
      'when entry.id < former.last_entry then',
      'when true then',
    ],
    'a logged phone needs no name': ['coalesce(has_name, has_phone)', 'has_name'],
    'a logged name needs no phone': ['coalesce(has_phone, has_name)', 'has_phone'],
  }),
  ...inFunction('public.admin_erase_customer(jsonb)', ELSEWHERE, {
    'messages of the name are deleted': 'lower(message.name) = customer_name',
    'messages of the same e-mail are deleted': [
      'or email_key in (select email_key from found)',
      '',
    ],
  }),
  ...inFunction('private.erase_logged(jsonb)', ERASING, {
    'old addresses are erased from the log': ["'shippingAddress', ", ''],
    'old extras are erased from the log': ["'landmark', 'secondPhone', 'riderNote'", "'x'"],
  }),
  ...bySql(ERASING, {
    'an erased order stays closed':
      'alter table public.orders drop constraint erased_orders_stay_closed',
  }),
  ...inFunction('private.history_without_numbers(jsonb)', ERASING, {
    'tracking numbers are erased from the history': ["change - 'trackingNumber'", 'change'],
  }),
  ...inFunction('private.update_customers(private.order_change[], text[])', ERASING, {
    'an erased order belongs to no customer': [
      'where not private.is_erased((o).shipping_address)',
      '',
    ],
  }),
  ...inFunction('private.recount_orders()', ERASING, {
    'an erased order belongs to no customer after a recount': [
      'where not private.is_erased(shipping_address)',
      '',
    ],
  }),
  ...inFunction('public.admin_order(text)', ERASING, {
    'an erased order has no earlier orders': [
      'and not private.is_erased(shown.shipping_address)',
      '',
    ],
  }),
  ...inFunction('private.protect_order()', ERASING, {
    'an erased order stays erased': [
      'if private.is_erased(old',
      'if false and private.is_erased(old',
    ],
  }),
  ...inFunction('private.find_attempt(jsonb)', ERASING, {
    'a late retry of an erased order is recognized': ['in (hash, sha256(hash))', '= hash'],
  }),
  ...inFunction('private.apply_retention()', RETENTION, {
    'open orders outlive the retention time': ['and private.is_final(status)', ''],
    'orders within the retention time are not erased': ['and date < limit_date', ''],
    'an erased order is not erased again': [
      'where not private.is_erased(shipping_address)',
      'where true',
    ],
    'a full batch is followed by the next one at once': ['cardinality(ids) < batch', 'true'],
  }),
  ...inFunction('public.admin_dashboard()', RETENTION, {
    'the dashboard applies the retention time once a day': [
      "at < now() - interval '1 day'",
      'true',
    ],
  }),
  ...inFunction('public.admin_erase_customer(jsonb)', CONCURRENCY_ERASING, {
    'orders are locked before they are erased': ['for update', ''],
  }),
]
