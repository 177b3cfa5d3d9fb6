import { inFunction, type Mutation } from '../mutation.ts'

const FIND_ORDER = 'tests/database/find-order.test.ts'
const CHANGES = 'tests/database/customer-changes.test.ts'
const HELP = 'tests/database/help-requests.test.ts'
const ERASING = 'tests/database/erasing.test.ts'
const MARKS = 'tests/database/marks-of-new-orders.test.ts'
const CONCURRENCY = 'tests/concurrency/customer-changes.test.ts'

/** What number and phone show, and what a customer may change. */
export const customerChangeMutations: Mutation[] = [
  ...inFunction('public.find_order(jsonb)', FIND_ORDER, {
    'number and phone give no right to change an order': [
      'private.respond_order(found_id)',
      'private.respond_order(found_id, true)',
    ],
  }),
  ...inFunction('private.find_by_phone(jsonb)', FIND_ORDER, {
    'a number is found in any form': [
      "upper(regexp_replace(private.fold_digits(p ->> 'id'), '[^0-9A-Za-z]', '', 'g'))",
      "p ->> 'id'",
    ],
    'tries of a client are limited': "private.is_refused('find', max_finds)",
    'a found order is not counted': [
      "perform private.change_count('find', private.client_address(), -1, max_finds);",
      '',
    ],
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
  ...inFunction('private.check_changes(public.orders, boolean)', CHANGES, {
    'changes of an order are limited': ['changes >= 10', 'changes >= 1000'],
  }),
  ...inFunction('private.count_refused_change(jsonb, public.orders)', CHANGES, {
    'refused changes of a client are limited': "private.is_refused('refused-change', 30)",
    'a device is told what became of its order beyond the limit': [
      "'booked', 'stale', 'too_many_changes'",
      "'too_many_changes'",
    ],
  }),
  ...inFunction('private.try_phone(text, text)', FIND_ORDER, {
    'an order is found with its phone only': ["phone_key = nullif(phone, '')", 'true'],
    'no phone finds an erased order': ["nullif(phone, '')", 'phone'],
    'tries at an order are limited': ["return 'too_many_tries'", 'null'],
    'a found order is not counted at its number': ['set tries = tries - 1', 'set tries = tries'],
    'a try at an order is refused after ten': ['counted > max_tries', 'counted > max_tries + 1'],
    'tries at an order end with their window': [
      'when saved.counted_in = excluded.counted_in then',
      'when true then',
    ],
    'an admin sees that tries were refused': [
      'update private.wrong_finds set limit_reached_at = now() where order_id = p_id;',
      '',
    ],
  }),
  ...inFunction('private.without_equal(jsonb, jsonb)', CHANGES, {
    'the log has the fields that differ': ['where value is distinct from other -> key', ''],
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
    'its customer changes an order ten times': ['perform private.check_changes(o, is_holder);', ''],
  }),
  ...inFunction('private.save_cancellation(public.orders, jsonb)', CHANGES, {
    'a cancellation is by the customer': [
      "perform set_config('shop.actor', 'customer', true);",
      '',
    ],
    'what follows a cancellation is not by the customer': [
      "perform set_config('shop.actor', '', true);",
      '',
    ],
  }),
  ...inFunction('private.change_own_order(text, jsonb, text[])', CHANGES, {
    'a change is by the customer': ["correct_order('customer'", "correct_order('admin'"],
    'changes of an order are counted': ['set changes = changes + 1', 'set changes = changes'],
  }),
  ...inFunction('private.change_own_order(text, jsonb, text[])', MARKS, {
    'an order that is moved to a busy phone is marked': 'changed.phone_key <> o.phone_key',
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
  ...inFunction('public.request_help(jsonb)', HELP, {
    'help is requested by a pair that belongs together': 'refusal is not null',
    'a report by number and phone is no change of the device': [
      'if is_holder then\n    update',
      'if true then\n    update',
    ],
    'a report by token is a change of the device': [
      'set changes = changes + 1',
      'set changes = changes',
    ],
    'a report that is refused is limited': [
      'private.count_refused_change(private.respond_error(sqlstate, sqlerrm), o)',
      'private.respond_error(sqlstate, sqlerrm)',
    ],
    'help is requested within the ten changes of an order': [
      'perform private.check_changes(o, is_holder);',
      '',
    ],
    'a report by number and phone takes none of the ten changes': [
      'perform private.check_changes(o, is_holder);',
      'perform private.check_changes(o, true);',
    ],
    'help is requested for delivered orders': "o.status <> 'delivered'",
    'help is requested for three days': ['> 3 + private.shop_day(', '> 30 + private.shop_day('],
    'a second request does not replace the first': [
      "perform private.refuse('request_exists', null, 409);",
      'delete from private.help_requests where order_id = o.id;',
    ],
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
