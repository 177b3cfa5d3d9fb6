import { bySql, inFunction, type Mutation } from '../mutation.ts'

const ORDER_LOOKUPS = 'tests/database/order-lookups.test.ts'
const PLACING = 'tests/database/placing.test.ts'
const TRACKING = 'tests/database/tracking.test.ts'
const STATUS_CHANGES = 'tests/concurrency/status-changes.test.ts'
const ADMIN = 'tests/database/admin.test.ts'
const HISTORY = 'tests/database/history.test.ts'

/** What is shown of a saved order, and how its status may change. */
export const orderReadingMutations: Mutation[] = [
  ...inFunction('private.read_order(text, text)', ORDER_LOOKUPS, {
    'reading an order by GET is refused': "current_setting('transaction_read_only') = 'on'",
    'a malformed id is not counted as a miss': "p_id !~ '^[0-9A-Z]{8}$'",
    'misses are limited': ["private.is_refused('miss', max_misses)", 'false'],
    'an order that is found is not counted': [
      "perform private.change_count('miss', private.client_address(), -1, max_misses);",
      'null;',
    ],
    'a token opens its order beyond the limit': ['if is_device then', 'if false then'],
    'reads of a device are limited': ['is_refused := not found;', 'is_refused := false;'],
    'after 30 minutes an id alone shows a masked order': [
      "is_holder or o.date > now() - interval '30 minutes'",
      'true',
    ],
    'the time until an order is masked is 30 minutes': [
      "interval '30 minutes'",
      "interval '31 minutes'",
    ],
  }),
  ...inFunction('private.read_order(text, text)', ORDER_LOOKUPS, {
    'only the token of the order opens it': [
      'and key.token_hash = private.hash_token(p_token)',
      '',
    ],
    'the token of one order opens no other': ['key.order_id = p_id and ', ''],
  }),
  ...inFunction('private.mask_address(jsonb)', ORDER_LOOKUPS, {
    'a mask hides the name': ['left(address ->> field, 1)', '(address ->> field)'],
    'a mask hides the phone': [
      'right(private.digits(address ->> field), 3)',
      '(address ->> field)',
    ],
  }),
  ...inFunction('private.address_fields()', ORDER_LOOKUPS, {
    'a mask hides the street': ["('address', true, 300, 'hidden'", "('address', true, 300, null"],
    'a mask hides the postal code': [
      "('postalCode', true, null, 'hidden'",
      "('postalCode', true, null, null",
    ],
  }),
  ...inFunction('private.respond(integer, jsonb)', PLACING, {
    'no response is cached': ['no-store', 'public'],
  }),
  ...inFunction('public.track_order(text, text)', TRACKING, {
    'a request that may not read an order does not change it':
      "response #>> '{order,status}' is distinct from 'pending'",
    'the step waits 15 seconds': ["interval '15 seconds'", "interval '14 seconds'"],
    'the first tracking starts the 15 seconds': ['and first_tracked_at is null', ''],
  }),
  ...inFunction('public.track_order(text, text)', STATUS_CHANGES, {
    'a simultaneous cancellation wins over the step': ["and o.status = 'pending'", ''],
  }),
  ...bySql(ADMIN, {
    'items, total and date of an order do not change':
      'alter table public.orders disable trigger protect_order',
  }),
  ...bySql(HISTORY, {
    'a tracking number has a format':
      'alter table public.orders drop constraint orders_tracking_number_check',
    'changes are added to the history':
      'alter table public.orders disable trigger write_order_history',
    'changes are in the audit log': 'alter table public.orders disable trigger log_order_change',
    'the history is written in UTC': 'alter function private.write_order_history() reset timezone',
    'the history of a new order begins in UTC':
      'alter function private.prepare_order() reset timezone',
  }),
  ...inFunction('private.write_order_history()', HISTORY, {
    'nobody but the trigger writes the history': [
      'new.tracking_history := old.tracking_history;',
      '',
    ],
  }),
  ...inFunction('private.log_order_change()', HISTORY, {
    'the audit log names the admin': ['auth.uid()', 'null::uuid'],
  }),
  ...inFunction('private.log_order_change()', TRACKING, {
    'an order that is pending again waits 15 seconds again': [
      "new.status = 'pending' and",
      'false and',
    ],
  }),
]
