import { bySql, inFunction, type Mutation } from '../mutation.ts'

const ORDER_LOOKUPS = 'tests/database/shop/order-lookups.test.ts'
const TRACKING = 'tests/database/shop/tracking.test.ts'
const ADMIN = 'tests/database/admin/admin.test.ts'
const HISTORY = 'tests/database/shop/history.test.ts'

/** What is shown of a saved order, and how its status may change. */
export const orderReadingMutations: Mutation[] = [
  ...inFunction('private.shown_order_json(public.orders, boolean, boolean)', ORDER_LOOKUPS, {
    'a masked order does not say whether it was confirmed': [
      'is_full and private.is_open(o.status)',
      'private.is_open(o.status)',
    ],
  }),
  ...inFunction('private.read_order(text, text)', ORDER_LOOKUPS, {
    'misses are limited': ["private.is_refused('miss', max_misses)", 'false'],
    'a token opens its order beyond the limit': ['if is_device then', 'if false then'],
    'reads of a device are limited': ['is_refused := not found;', 'is_refused := false;'],
    'after 30 minutes an id alone shows a masked order': [
      "is_holder or o.date > now() - interval '30 minutes'",
      'true',
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
  ...inFunction('public.track_order(text, text)', TRACKING, {
    'a request that may not read an order does not change it':
      "response #>> '{order,status}' is distinct from 'pending'",
  }),
  ...bySql(ADMIN, {
    'items, total and date of an order do not change':
      'alter table public.orders disable trigger protect_order',
  }),
  ...inFunction('private.write_order_history()', HISTORY, {
    'the audit log names the admin': ['auth.uid()', 'null::uuid'],
  }),
]
