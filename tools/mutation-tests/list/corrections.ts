import { inFunction, type Mutation } from '../mutation.ts'

const CORRECTIONS = 'tests/database/desk/corrections.test.ts'
const MANUAL_ORDERS = 'tests/database/desk/manual-orders.test.ts'
const CONCURRENCY = 'tests/concurrency/desk/corrections.test.ts'

/** What a correction, a booking and a manual order may do, and what a late attempt must prove. */
export const correctionMutations: Mutation[] = [
  ...inFunction('private.protect_order()', CORRECTIONS, {
    'what was sold changes only as the log says': ['if exists (', 'if true or exists ('],
  }),
  ...inFunction('private.write_order_history()', CORRECTIONS, {
    'a booking is by the admin': [
      "coalesce(nullif(current_setting('shop.actor', true), ''), 'system')",
      "'system'",
    ],
  }),
  ...inFunction('private.check_version(public.orders, jsonb, boolean, boolean)', CORRECTIONS, {
    'a stale change is refused': "(p ->> 'version')::numeric <> o.version",
    'a booked order is not corrected': 'not is_booking',
  }),
  ...inFunction('private.correct_row(jsonb)', CONCURRENCY, {
    'simultaneous corrections wait for each other': [' for update', ''],
  }),
  ...inFunction('private.read_advance(jsonb, numeric, numeric)', CORRECTIONS, {
    'an advance is within the total': ['advance not between 0 and total or', ''],
  }),
  ...inFunction('private.count_order_changes()', CORRECTIONS, {
    'a correction of the total counts in the sums': [
      '(new_row.status, new_row.total, ',
      '(new_row.status, old_row.total, ',
    ],
  }),
  ...inFunction('private.order_json(public.orders, boolean, boolean)', CORRECTIONS, {
    'a masked order has no tracking number': [
      'case when is_full then o.tracking_number end',
      'o.tracking_number',
    ],
  }),
  ...inFunction('private.lock_new_order(jsonb)', CONCURRENCY, {
    'a manual order waits for the attempt of its customer': [
      "perform pg_advisory_xact_lock(hashtextextended('order:' || (p ->> 'id'), 0));",
      '',
    ],
  }),
  ...inFunction('private.find_attempt(jsonb)', MANUAL_ORDERS, {
    'only the code of the message gives the right to a manual order': [
      'and o.device_code_hash = private.hash_token(device_code)',
      '',
    ],
  }),
  ...inFunction('private.try_phone(text, text)', MANUAL_ORDERS, {
    'a late attempt without the code has the phone of the order': [
      "phone_key = nullif(phone, '')",
      'true',
    ],
  }),
  ...inFunction('private.place_or_replay(jsonb)', MANUAL_ORDERS, {
    'a late attempt without the code is a try to find the order': [
      "private.try_phone(o.id, private.phone_key(p #>> '{shippingAddress,phone}'))",
      "(case when o.phone_key = private.phone_key(p #>> '{shippingAddress,phone}') then 'found' else 'not_found' end)",
    ],
    'number and phone give no right to a manual order': [
      'private.respond_order(o.id)',
      'private.respond_order(o.id, true)',
    ],
  }),
]
