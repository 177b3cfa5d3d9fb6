import { inFunction, type Mutation } from '../mutation.ts'

const FIND_ORDER = 'tests/database/shop/find-order.test.ts'
const CHANGES = 'tests/database/shop/customer-changes.test.ts'
const HELP = 'tests/database/desk/help-requests.test.ts'
const ERASING = 'tests/database/admin/erasing.test.ts'
const CONCURRENCY = 'tests/concurrency/shop/customer-changes.test.ts'

/** What number and phone show, and what a customer may change. */
export const customerChangeMutations: Mutation[] = [
  ...inFunction('public.find_order(jsonb)', FIND_ORDER, {
    'number and phone give no right to change an order': [
      'private.respond_order(found_id)',
      'private.respond_order(found_id, true)',
    ],
  }),
  ...inFunction('private.find_by_phone(jsonb)', FIND_ORDER, {
    'tries of a client are limited': "private.is_refused('find', max_finds)",
  }),
  ...inFunction('private.lock_own_order(jsonb)', CHANGES, {
    'only the token of the order changes it': [
      "and key.token_hash = private.hash_token(p ->> 'token')",
      '',
    ],
    'the token of one order changes no other': ['key.order_id = own.id', 'true'],
    'wrong tokens are limited': "private.is_refused('miss', 20)",
  }),
  ...inFunction('private.lock_own_order(jsonb)', CONCURRENCY, {
    'a customer waits for the booking of the admin': ['for update of own', ''],
  }),
  ...inFunction('private.try_phone(text, text)', FIND_ORDER, {
    'an order is found with its phone only': ["phone_key = nullif(phone, '')", 'true'],
    'no phone finds an erased order': ["nullif(phone, '')", 'phone'],
    'tries at an order are limited': ["return 'too_many_tries'", 'null'],
  }),
  ...inFunction('private.check_version(public.orders, jsonb, boolean, boolean)', CHANGES, {
    'a customer changes no booked order': [
      'if not is_booking and',
      'if not is_holder and not is_booking and',
    ],
    'a customer changes the version that she saw': [
      "(p ->> 'version')::numeric <> o.version",
      "not is_holder and (p ->> 'version')::numeric <> o.version",
    ],
  }),
  ...inFunction('private.change_own_order(text, jsonb, text[])', CHANGES, {
    'its customer changes an order ten times': ['perform private.check_changes(o);', ''],
    'changes of an order are counted': ['set changes = changes + 1', 'set changes = changes'],
  }),
  ...inFunction('private.order_json(public.orders, boolean, boolean)', CHANGES, {
    'only its device may change an order': ['is_holder and not', 'not'],
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
  ...inFunction('public.request_help(jsonb)', HELP, {
    'help is requested by a pair that belongs together': 'refusal is not null',
  }),
  ...inFunction('private.erase_help_requests(text[])', ERASING, {
    'requests for help are erased': 'order_id = any (ids)',
  }),
  ...inFunction('private.erase_order_details(text[])', ERASING, {
    'the text of a cancellation is erased': ['cancel_text = null', 'cancel_text = cancel_text'],
  }),
  ...inFunction('private.erase_logged(jsonb)', ERASING, {
    'the text of a cancellation is erased from the log': [", 'cancelText'", ''],
  }),
]
