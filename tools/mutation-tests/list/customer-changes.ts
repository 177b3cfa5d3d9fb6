import { inFunction, type Mutation } from '../mutation.ts'

const FIND_ORDER = 'tests/database/find-order.test.ts'
const CHANGES = 'tests/database/customer-changes.test.ts'
const HELP = 'tests/database/help-requests.test.ts'
const ERASING = 'tests/database/erasing.test.ts'
const CONCURRENCY = 'tests/concurrency/customer-changes.test.ts'

/** What number and phone show, and what a customer may change. */
export const customerChangeMutations: Mutation[] = [
  ...inFunction('private.find_order(jsonb)', FIND_ORDER, {
    'an order is found with its phone only': ['o.phone_key is distinct from phone or', ''],
    'no phone finds an erased order': [
      "nullif(private.phone_key(p ->> 'phone'), '')",
      "private.phone_key(p ->> 'phone')",
    ],
    'a number is found in any form': [
      "upper(regexp_replace(private.fold_digits(p ->> 'id'), '[^0-9A-Za-z]', '', 'g'))",
      "p ->> 'id'",
    ],
    'tries of a client are limited': "private.count_call('find') > 20",
    'tries at an order are limited': "private.change_count('find-order', sought, 1) > 10",
    'tries at unknown numbers are counted as well': [
      "private.change_count('find-order', sought, 1) > 10",
      "exists (select from public.orders where id = sought) and private.change_count('find-order', sought, 1) > 10",
    ],
    'a found order is not counted': ["perform private.uncount_call('find');", ''],
    'a found order is not counted at its number': [
      "perform private.change_count('find-order', sought, -1);",
      '',
    ],
    'number and phone give no right to change an order': [
      'private.order_json(o, true)',
      'private.order_json(o, true, true)',
    ],
    'an unknown number takes the statements of a wrong phone': [
      'if o.phone_key is distinct from phone',
      "if not found then return private.respond_refusal(200, 'not_found'); end if; perform private.phone_key(phone);\n  if o.phone_key is distinct from phone",
    ],
  }),
  ...inFunction('private.lock_own_order(jsonb)', CHANGES, {
    'only the token of the order changes it': [
      "and key.token_hash = private.hash_token(p ->> 'token')",
      '',
    ],
    'the token of one order changes no other': ['key.order_id = o.id', 'true'],
  }),
  ...inFunction('private.lock_own_order(jsonb)', CONCURRENCY, {
    'a customer waits for the booking of the admin': ['for update of o', ''],
  }),
  ...inFunction('private.check_customer(public.orders)', CHANGES, {
    'wrong tokens are limited': "private.count_call('miss') > 20",
    'changes of an order are limited': "private.change_count('change', o.id, 1) > 30",
  }),
  ...inFunction('private.change_locked_order(text, text, public.orders, jsonb)', CHANGES, {
    'a customer changes no booked order': [
      'private.is_booked(o, details)',
      'not is_holder and private.is_booked(o, details)',
    ],
    'a customer changes the version that she saw': [
      "(p ->> 'version')::numeric <> o.version",
      "not is_holder and (p ->> 'version')::numeric <> o.version",
    ],
    'a changed phone has at most five open orders':
      "is_holder and p ? 'shippingAddress' and phone <> o.phone_key",
    'a cancellation is by the customer': ["perform set_config('shop.actor', actor, true);", ''],
    'what follows a cancellation is not by the customer': [
      "perform set_config('shop.actor', '', true);",
      '',
    ],
  }),
  ...inFunction('private.change_own_order(text, jsonb, text[])', CHANGES, {
    'a change is by the customer': ["change, 'customer'", "change, 'admin'"],
  }),
  ...inFunction('private.check_open_orders(text)', CONCURRENCY, {
    'simultaneous changes to one phone wait for each other': [
      "perform pg_advisory_xact_lock(hashtextextended('phone:' || phone, 0));",
      '',
    ],
  }),
  ...inFunction('private.follow_order()', CHANGES, {
    'a reopened order has no reason of cancellation': [
      "case new.status when 'cancelled' then cancel_reason end",
      'cancel_reason',
    ],
  }),
  ...inFunction('private.order_json(public.orders, boolean, boolean)', CHANGES, {
    'only its device may change an order': ['is_holder and not', 'not'],
    'a booked order may not be changed': [
      'is_holder and not private.is_booked(o, details)',
      'is_holder',
    ],
    'a masked order has no reason of cancellation': [
      'is_full and details.cancel_reason is not null',
      'details.cancel_reason is not null',
    ],
  }),
  ...inFunction('private.order_json(public.orders, boolean, boolean)', HELP, {
    'a masked order has no request for help': [
      "'request', case when is_full then",
      "'request', case when true then",
    ],
  }),
  ...inFunction('private.request_help(jsonb)', HELP, {
    'help is requested for delivered orders': "o.status <> 'delivered'",
    'help is requested for three days':
      'private.shop_day(now()) > private.shop_day(private.delivered_at(o)) + 3',
    'a second request does not replace the first': [
      "return private.respond_refusal(409, 'request_exists');",
      'delete from private.help_requests where order_id = o.id;',
    ],
  }),
  ...inFunction('private.delivered_at(public.orders)', HELP, {
    'a later tracking number does not extend the days': [
      'private.history_without_numbers(o.tracking_history)',
      'o.tracking_history',
    ],
  }),
  ...inFunction('private.erase_orders(text[])', ERASING, {
    'requests for help are erased': [
      'delete from private.help_requests where order_id = any (ids);',
      '',
    ],
    'the text of a cancellation is erased': ['cancel_text = null,', ''],
  }),
  ...inFunction('private.erase_logged(jsonb)', ERASING, {
    'the text of a cancellation is erased from the log': [", 'cancelText'", ''],
  }),
]
