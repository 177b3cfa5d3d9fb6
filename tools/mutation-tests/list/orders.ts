import { bySql, inFunction, type Mutation } from '../mutation.ts'

const REFUSALS = 'tests/database/shop/refusals.test.ts'
const PLACING = 'tests/database/shop/placing.test.ts'
const LIMITS = 'tests/database/shop/limits.test.ts'
const MARKS = 'tests/database/desk/marks-of-new-orders.test.ts'
const PLAIN_CALLS = 'tests/concurrency/shop/plain-calls.test.ts'
const CONCURRENT_LOOKUPS = 'tests/concurrency/shop/order-lookups.test.ts'
const MESSAGES = 'tests/database/shop/messages.test.ts'
const PRICES = 'tests/database/shop/prices.test.ts'
const CONCURRENCY_PLACING = 'tests/concurrency/shop/placing.test.ts'

/** What is validated, priced and limited before an order is saved. */
export const orderMutations: Mutation[] = [
  ...inFunction('private.lock_new_order(jsonb)', REFUSALS, {
    'a total has no third decimal':
      "(p ->> 'total')::numeric <> round((p ->> 'total')::numeric, 2)",
  }),
  ...inFunction('private.place_or_replay(jsonb)', REFUSALS, {
    'a token is long enough to be a secret': ["!~ '^[A-Za-z0-9_-]{22,64}$'", "!~ '.'"],
  }),
  ...inFunction('private.price_items(jsonb)', REFUSALS, {
    'a quantity is from 1 to 999': 'quantity not between 1 and 999',
    'a quantity is whole': 'quantity <> trunc(quantity)',
    'a price is the price of record': "(item ->> 'price')::numeric <> sold.unit_price",
  }),
  ...inFunction('private.price_items(jsonb)', PLACING, {
    'only known keys of an item are saved': [
      'priced || jsonb_build_array(jsonb_build_object(',
      'priced || jsonb_build_array(item || jsonb_build_object(',
    ],
  }),
  ...inFunction('private.read_contents(public.orders, jsonb)', REFUSALS, {
    'a total is the sum of its items': "p -> 'total' is distinct from to_jsonb(o.total)",
  }),
  ...inFunction('private.prepare_order()', REFUSALS, {
    'a new order is pending': ["new.status := 'pending';", ''],
  }),
  ...bySql(REFUSALS, {
    'rows that bypass the function are validated too':
      'alter table public.orders disable trigger prepare_order',
  }),
  ...inFunction('private.find_attempt(jsonb)', PLACING, {
    'an order is replayed to its own token only': ['and token_hash in (hash, sha256(hash))', ''],
    'an attempt does not change its items': 'key.request_hash <> private.hash_request(p)',
  }),
  ...inFunction('private.hash_token(text)', PLACING, {
    'the token is saved as a hash': [
      "sha256(convert_to(token, 'UTF8'))",
      "convert_to(left(token, 32), 'UTF8')",
    ],
  }),
  ...inFunction('private.mark_client(public.orders, boolean)', MARKS, {
    'earlier orders of a flood are marked': [
      '(is_first or saved.order_id = o.id)',
      'saved.order_id = o.id',
    ],
    'orders of other clients are not marked': ['saved.client = counted', 'true'],
    'known devices are marked by the first limit only': ['and (is_many or not saved.is_known)', ''],
  }),
  ...inFunction('private.delete_rows(jsonb)', 'tests/database/desk/marked-orders.test.ts', {
    'what changed since it was discarded is not deleted': [
      "to_jsonb(o.version) = asked -> 'version'",
      'true',
    ],
  }),
  ...inFunction('private.mark_new_order()', MARKS, {
    'three orders of a client count for the hour': ['and nth <= 3', ''],
  }),
  ...inFunction('private.check_client(text)', MARKS, {
    'a client saves so many orders in a day':
      "private.count_saved(client, max_of_client, '24 hours') = max_of_client",
    'a network saves so many orders in a day': ['count(*) = max_of_network', 'false'],
    'the last tenth of the database is kept': 'private.is_nearly_full()',
  }),
  ...inFunction('public.place_order(jsonb)', MARKS, {
    'an order beyond the ceiling is no refused order': ["'too_many_orders', ", ''],
  }),
  ...inFunction('public.place_order(jsonb)', LIMITS, {
    'refused orders of a client are limited': "private.is_refused('refused', 30)",
  }),
  ...inFunction('private.place_or_replay(jsonb)', LIMITS, {
    'an old price does not tell which ids exist': [
      "perform private.check_prices(p -> 'items');",
      '',
    ],
  }),
  ...inFunction('private.check_prices(jsonb)', LIMITS, {
    'an old price is told with the new total': ["'total', sum(", "'total', 0 * sum("],
  }),
  ...inFunction('private.price_items(jsonb)', PRICES, {
    'a product that is no longer sold is refused': ['and listed.active', ''],
  }),
  ...inFunction('private.client_address()', LIMITS, {
    'a client address that a client claims is ignored': ["'^.*,'", "',.*$'"],
    'an IPv6 /64 network is one client': ['set_masklen(address, 64)', 'set_masklen(address, 128)'],
  }),
  ...inFunction('private.is_refused(text, integer)', LIMITS, {
    'guessing is closed where there is no room to count': [
      '> max_count, true',
      '> max_count, false',
    ],
  }),
  ...inFunction('private.hash_counted(text, text)', LIMITS, {
    'no client can compute its counter': ['salt ||', ''],
  }),
  ...inFunction('private.change_count(text, text, integer, integer)', CONCURRENT_LOOKUPS, {
    'simultaneous counts wait for each other': [
      "perform pg_advisory_xact_lock(hashtextextended('limit:' || set_number, 0));",
      '',
    ],
  }),
  ...inFunction('private.lock_new_order(jsonb)', CONCURRENCY_PLACING, {
    'two requests of one attempt wait for each other': [
      "perform pg_advisory_xact_lock(hashtextextended('order:' || (p ->> 'id'), 0));",
      '',
    ],
  }),
  ...inFunction('private.require_plain_call()', PLAIN_CALLS, {
    'a request with a cast is refused': ['CAST|', ''],
    'a request with a filter is refused': ['|WHERE', ''],
    'a request with an order is refused': ['|ORDER BY', ''],
    'no name of a caller hides a cast': [
      "regexp_replace(current_query(), $names$\"[^\"]*\"|'[^']*'$names$, '', 'g')",
      'current_query()',
    ],
  }),
  ...inFunction('public.send_message(jsonb)', MESSAGES, {
    'messages of a network are limited':
      "coalesce(\n      private.change_count('message', private.network_hash()::text, 1, max_of_network) > max_of_network, true\n    )",
    'of many unread messages each client sends few': ['max_of_client := 3', 'max_of_client := 30'],
    'of many unread messages each network sends few': [
      'max_of_network := 10;',
      'max_of_network := 100;',
    ],
    'messages end before the database is full': 'private.is_nearly_full()',
  }),
]
