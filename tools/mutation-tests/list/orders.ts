import { bySql, inFunction, type Mutation } from '../mutation.ts'

const ORDER_LOOKUPS = 'tests/database/order-lookups.test.ts'
const REFUSALS = 'tests/database/refusals.test.ts'
const PLACING = 'tests/database/placing.test.ts'
const ADDRESS = 'tests/database/address.test.ts'
const PHONE = 'tests/parity/phone.test.ts'
const LIMITS = 'tests/database/limits.test.ts'
const MARKS = 'tests/database/marks-of-new-orders.test.ts'
const PLAIN_CALLS = 'tests/concurrency/plain-calls.test.ts'
const CONCURRENT_LOOKUPS = 'tests/concurrency/order-lookups.test.ts'
const PRICES = 'tests/database/prices.test.ts'
const OPEN_TRANSACTIONS = 'tests/concurrency/open-transactions.test.ts'
const CONCURRENCY_PLACING = 'tests/concurrency/placing.test.ts'

/** What is validated, priced and limited before an order is saved. */
export const orderMutations: Mutation[] = [
  ...inFunction('private.check_request(jsonb, integer, text[])', ORDER_LOOKUPS, {
    'placing an order by GET is refused': "current_setting('transaction_read_only') = 'on'",
  }),
  ...inFunction('private.check_request(jsonb, integer, text[])', REFUSALS, {
    'a request is an object': "jsonb_typeof(p) is distinct from 'object'",
    'a request has no other fields': ['if found then', 'if false then'],
  }),
  ...inFunction('public.place_order(jsonb)', REFUSALS, {
    'a request has 16 KB': ['16384', '1638400'],
  }),
  ...inFunction('private.place_once(jsonb)', REFUSALS, {
    'payment is on delivery': `p -> 'paymentMethod' is distinct from '"cash_on_delivery"'`,
  }),
  ...inFunction('private.lock_new_order(jsonb)', REFUSALS, {
    'a total has no third decimal':
      "(p ->> 'total')::numeric <> round((p ->> 'total')::numeric, 2)",
  }),
  ...inFunction('private.lock_new_order(jsonb)', REFUSALS, {
    'an id is of capital letters and digits': ["!~ '^[0-9A-Z]{8}$'", "!~ '.'"],
    'a token is long enough to be a secret': ["!~ '^[A-Za-z0-9_-]{22,64}$'", "!~ '.'"],
    'a total is a number': "jsonb_typeof(p -> 'total') is distinct from 'number'",
  }),
  ...inFunction('private.price_items(jsonb)', REFUSALS, {
    'a quantity is a number': "jsonb_typeof(item -> 'quantity') is distinct from 'number'",
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
  ...inFunction('private.price_items(jsonb)', REFUSALS, {
    'items are a list': [
      "jsonb_typeof(items) is distinct from 'array'",
      "jsonb_typeof(items) = 'null'",
    ],
    'there are from 1 to 20 items': 'jsonb_array_length(items) not between 1 and 20',
    'no size is on two lines': ["perform private.refuse('duplicate_line', sold.product_id);", ''],
  }),
  ...inFunction('private.prepare_order()', REFUSALS, {
    'a total is the sum of its items': 'new.total is distinct from priced_total',
    'a new order is pending': ["new.status := 'pending';", ''],
    'a new order has the current date': ['new.date := now();', ''],
    'a new order has no tracking number': ['new.tracking_number := null;', ''],
    'a new order has one history entry': [
      "jsonb_build_array(jsonb_build_object('status', 'pending', 'at', now(), 'by', 'customer'))",
      'new.tracking_history',
    ],
  }),
  ...bySql(REFUSALS, {
    'rows that bypass the function are validated too':
      'alter table public.orders disable trigger prepare_order',
  }),
  ...inFunction('private.prepare_order()', ADDRESS, {
    'an address is normalized before it is saved': [
      'new.shipping_address := private.clean_address(new.shipping_address);',
      'perform private.clean_address(new.shipping_address);',
    ],
  }),
  ...inFunction('private.clean_address(jsonb, boolean)', REFUSALS, {
    'an address has no other fields':
      'key not in (select field from private.address_fields() where required = are_required)',
    'an address is an object': [
      "jsonb_typeof(typed) is distinct from 'object'",
      "jsonb_typeof(typed) = 'array'",
    ],
  }),
  ...inFunction('private.clean_address(jsonb, boolean)', REFUSALS, {
    'a field is a text': ["jsonb_typeof(typed -> rule.field) = 'string'", 'true'],
  }),
  ...inFunction('private.clean_address(jsonb, boolean)', ADDRESS, {
    'a field is not blank': 'rule.required and part is null',
    'a postal code has a format': ["perform private.refuse('postal_invalid', rule.field);", ''],
  }),
  ...inFunction('private.clean_field(text, jsonb, integer, boolean)', ADDRESS, {
    'a field has a maximum length': 'length(cleaned) > max_length',
    'a very long field is refused before it is normalized': "length(typed #>> '{}') > 1000",
    'a phone has 10 to 15 digits': ["perform private.refuse('phone_invalid', field);", ''],
  }),
  ...inFunction('private.clean_text(text)', ADDRESS, {
    'a name does not change the reading direction': [
      "regexp_replace(typed, '[\\u202A-\\u202E\\u2066-\\u2069]', '', 'g')",
      'typed',
    ],
    'a name is one line': ['[\\u0001-\\u001F', '[\\u0001-\\u0008'],
    'a text has one normal form': [', nfc)', ', nfd)'],
  }),
  ...inFunction('private.find_attempt(jsonb)', PLACING, {
    'a retry of a saved attempt gets its order': ['if found then', 'if false then'],
    'an order is replayed to its own token only': ['and token_hash in (hash, sha256(hash))', ''],
    'an attempt does not change its items': 'key.request_hash <> private.hash_request(p)',
  }),
  ...inFunction('private.hash_token(text)', PLACING, {
    'the token is saved as a hash': [
      "sha256(convert_to(token, 'UTF8'))",
      "convert_to(left(token, 32), 'UTF8')",
    ],
  }),
  ...inFunction('public.place_order(jsonb)', REFUSALS, {
    'a refusal reveals no row of the database': [
      'data_exception or integrity_constraint_violation',
      'division_by_zero',
    ],
  }),
  ...inFunction('public.place_order(jsonb)', LIMITS, {
    'refused orders of a client are limited': "private.is_refused('refused', 30)",
    'valid orders count for no limit of refused ones': ["not (response ->> 'ok')::boolean", 'true'],
    'an old price is told beyond the limit': ["'price_changed', ", ''],
    'a device is told beyond the limit that its attempt was another order': [
      "'attempt_reused', ",
      '',
    ],
  }),
  ...inFunction('private.place_once(jsonb)', LIMITS, {
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
  ...inFunction('private.check_prices(jsonb)', PRICES, {
    'a size off sale is told without a price': ['and sold.active', ''],
  }),
  ...inFunction('private.mark_new_order(public.orders, jsonb)', MARKS, {
    'many orders of a client are marked': ['> max_orders_of_client then', '> 100000 then'],
    'many orders of a phone are marked': 'private.is_one_of_many(o)',
    'a device of earlier orders is not one of many': 'earlier is not null',
    'an unusual hour is marked': ['offset max_orders_of_hour', 'offset 100000'],
    'a caller does not choose its group': [
      'floor(extract(epoch from o.date) / 3600)::text',
      "date_trunc('hour', o.date)::text",
    ],
    'a large amount is marked': ['o.total > 200000', 'o.total > 2000000'],
    'an earlier order has the same phone': ['other.phone_key = o.phone_key and', ''],
    'an earlier order is of the days before': ["and other.date <= now() - interval '24 hours'", ''],
    'an earlier order is not cancelled': ["and other.status <> 'cancelled'", ''],
    'an earlier order is proved by its token': [
      "and key.token_hash = private.hash_token(earlier ->> 'token')",
      '',
    ],
  }),
  ...inFunction('private.is_one_of_many(public.orders)', MARKS, {
    'one phone has five open orders': ['count(*) = 5', 'count(*) = 6'],
  }),
  ...inFunction('private.hash_request(jsonb)', MARKS, {
    'a retry may name another earlier order': [", 'earlier'", ''],
  }),
  ...inFunction('private.phone_digits(text)', PHONE, {
    'a phone is the same with and without a country code': ["'^0*92(?=0?[0-9]{9})'", "'^$'"],
    'a phone is the same with and without a zero': ["'^0+(?=[0-9]{9})'", "'^$'"],
  }),
  ...inFunction('private.client_address()', LIMITS, {
    'a client address that a client claims is ignored': ["'^.*,'", "',.*$'"],
    'an IPv6 /64 network is one client': ['set_masklen(address, 64)', 'set_masklen(address, 128)'],
  }),
  ...inFunction('private.window_number()', LIMITS, {
    'a window ends after ten minutes': ['extract(epoch from now()) / 600', '2000000'],
  }),
  ...inFunction('private.change_count(text, text, integer, integer)', LIMITS, {
    'a request without a client address is not counted': 'client is null',
    'the highest counts stay when the counters are full': [
      '& 1023\n    limit 1',
      '& 0\n    limit 1',
    ],
    'a full entry is not replaced in its window': 'value & full_bit = 0',
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
  ...inFunction('private.is_one_of_many(public.orders)', OPEN_TRANSACTIONS, {
    'simultaneous orders of one phone are many': [
      "not pg_try_advisory_xact_lock(hashtextextended('phone:' || o.phone_key, 0))",
      'false',
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
]
