import { bySql, inFunction, type Mutation } from '../mutation.ts'

const EXTRAS = 'tests/database/shop/optional-fields.test.ts'
const ERASING = 'tests/database/admin/erasing.test.ts'
const CORRECTED = 'tests/database/desk/erasing-corrected.test.ts'
const SENT_BATCHES = 'tests/database/desk/sent-batches.test.ts'
const ACTS = 'tests/concurrency/desk/acts.test.ts'
const RETENTION = 'tests/database/admin/retention.test.ts'
const CONCURRENCY_ERASING = 'tests/concurrency/admin/erasing.test.ts'

/** What erasing personal data removes, and what stays. */
export const erasingMutations: Mutation[] = [
  ...inFunction('public.admin_erase_customer(jsonb)', ERASING, {
    'open orders are not erased': 'open_orders > 0',
  }),
  ...bySql(ERASING, {
    'an erased order has no phone key': `
      create or replace trigger set_phone_key before insert on public.orders
        for each row execute function private.set_phone_key()`,
  }),
  ...inFunction('private.erase_order_keys(text[])', ERASING, {
    'an erased order opens with no token': ['token_hash = sha256(token_hash),', ''],
  }),
  ...inFunction('private.erase_order_audit(text[])', ERASING, {
    'tracking numbers are erased from the log': [
      'before = private.erase_logged(before), after',
      'after',
    ],
  }),
  ...inFunction('private.erase_order_notes(text[])', ERASING, {
    'notes are erased': 'order_id = any (ids)',
  }),
  ...inFunction('private.erase_marked_orders(text[])', CORRECTED, {
    'marks are erased': 'order_id = any (ids)',
  }),
  ...inFunction('private.desk_erases_former(text, timestamptz)', CORRECTED, {
    'the phone of messages before a correction is erased': [
      "phone_key = ''",
      'phone_key = phone_key',
    ],
    'the rows of sheets before a correction are erased': ['cells = null', 'cells = cells'],
    'the words of attempts before a correction are erased': ['text = null', 'text = text'],
    'notes before a correction are erased': [
      'delete from private.order_notes where order_id = o_id and',
      'delete from private.order_notes where false and',
    ],
    'numbers of parcels before a correction are erased': [
      'set tracking_number = null',
      'set tracking_number = tracking_number',
    ],
    'the words of couriers before a correction are erased': ['set word = null', 'set word = word'],
    'notes since a correction stay': [
      'private.order_notes where order_id = o_id and at <= until',
      'private.order_notes where order_id = o_id',
    ],
  }),
  ...inFunction('private.erase_former(text, text, text[])', CORRECTED, {
    'numbers before a correction are erased from the history': [
      'private.history_without_numbers(o.tracking_history, former.until)\n    from',
      'o.tracking_history\n    from',
    ],
    'numbers since a correction stay in the history': [
      'o.tracking_history, former.until)\n    from',
      'o.tracking_history)\n    from',
    ],
  }),
  ...inFunction('private.sheet_row(jsonb)', SENT_BATCHES, {
    'the row of an erased order is not saved': ['and not private.is_erased(shipping_address)', ''],
  }),
  ...inFunction('private.sheet_row(jsonb)', ACTS, {
    'a row of a sheet waits for the erasing of its order': ['for share', ''],
  }),
  ...inFunction('private.tell_row(jsonb)', ACTS, {
    'a message waits for the erasing of its order': ['for share', ''],
  }),
  ...inFunction('public.admin_erase_customer(jsonb)', ERASING, {
    'messages of the name are deleted': 'lower(message.name) = customer_name',
  }),
  ...inFunction('private.erase_logged(jsonb)', ERASING, {
    'old addresses are erased from the log': ["'shippingAddress', ", ''],
    'old extras are erased from the log': ["'extras'", "'x'"],
  }),
  ...inFunction('private.erase_orders(text[])', EXTRAS, {
    'extras are erased': ["extras = '{}', ", ''],
  }),
  ...inFunction('private.contents_json(public.orders, numeric)', EXTRAS, {
    'extras are logged': ["'extras', o.extras,", ''],
  }),
  ...inFunction('private.with_replaced(jsonb)', EXTRAS, {
    'extras are copied to a replacement': ["'extras', o.extras,", ''],
  }),
  ...inFunction('private.order_json(public.orders, boolean, boolean)', EXTRAS, {
    'a masked order has no extras': ["case when is_full then o.extras else '{}' end", 'o.extras'],
  }),
  ...bySql(ERASING, {
    'an erased order stays closed':
      'alter table public.orders drop constraint erased_orders_stay_closed',
  }),
  ...inFunction('private.history_without_numbers(jsonb, timestamptz)', ERASING, {
    'tracking numbers are erased from the history': ["change - 'trackingNumber'", 'change'],
  }),
  ...inFunction('private.update_customers(private.order_change[], text[])', ERASING, {
    'an erased order belongs to no customer': [
      'where not private.is_erased((o).shipping_address)',
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
      'and private.is_erased(old',
      'and false and private.is_erased(old',
    ],
  }),
  ...inFunction('private.apply_retention()', RETENTION, {
    'open orders outlive the retention time': ['and private.is_final(status)', ''],
    'orders within the retention time are not erased': ['and date < limit_date', ''],
  }),
  ...inFunction('public.admin_erase_customer(jsonb)', CONCURRENCY_ERASING, {
    'orders are locked before they are erased': ['for update', ''],
  }),
]
