import { type Guard, rewrite } from './mutation.ts'

const REFUSALS = 'tests/database/refusals.test.ts'
const PLACING = 'tests/database/placing.test.ts'
const ADDRESS = 'tests/database/address.test.ts'
const LIMITS = 'tests/database/limits.test.ts'
const PLACING_AT_ONCE = 'tests/concurrency/placing.test.ts'

const price = 'private.price_item(jsonb)'
const settle = 'private.settle_order()'
const shape = 'private.refuse_misshapen(jsonb)'
const field = 'private.misshapen_field(jsonb)'
const changeCount = 'private.change_count(text, text, integer)'
const typed = 'private.clean_address_field(text, jsonb)'

/** What an order must be, and how often: everything between a request and its row. */
export const orderGuards: Guard[] = [
  // Its shape.
  guard(
    'a call by GET places nothing',
    rewrite(shape, 'private.is_read_only()', 'false'),
    'tests/database/looking.test.ts',
  ),
  guard(
    'a request is an object',
    rewrite(shape, "jsonb_typeof(p) is distinct from 'object'", 'false'),
  ),
  guard('a request has 16 KB', rewrite(shape, '> 16384', '> 1638400')),
  guard('a request has no other fields', rewrite(shape, 'if found then', 'if false then')),
  guard(
    'a total has no third decimal',
    rewrite(shape, "(p ->> 'total')::numeric <> round((p ->> 'total')::numeric, 2)", 'false'),
  ),
  guard('an id is of capital letters and digits', rewrite(field, "!~ '^[0-9A-Z]{8}$'", "!~ '.'")),
  guard(
    'a token is long enough to be a secret',
    rewrite(field, "!~ '^[A-Za-z0-9_-]{22,64}$'", "!~ '.'"),
  ),
  guard(
    'a total is a number',
    rewrite(field, "jsonb_typeof(p -> 'total') is distinct from 'number'", 'false'),
  ),
  guard(
    'payment is on delivery',
    rewrite(field, `p -> 'paymentMethod' is distinct from '"cash_on_delivery"'`, 'false'),
  ),

  // What is bought.
  guard(
    'a quantity is a number',
    rewrite(price, "jsonb_typeof(item -> 'quantity') is distinct from 'number'", 'false'),
  ),
  guard('what is no longer sold is not sold', rewrite(price, 'and known.active', '')),
  guard('a quantity is from 1 to 999', rewrite(price, 'quantity not between 1 and 999', 'false')),
  guard('a quantity is whole', rewrite(price, 'quantity <> trunc(quantity)', 'false')),
  guard(
    'a price is the one of the catalogue',
    rewrite(price, "(item ->> 'price')::numeric <> sold.unit_price", 'false'),
  ),
  guard(
    'only what the catalogue knows of an item is stored',
    rewrite(price, 'return jsonb_build_object(', 'return item || jsonb_build_object('),
    PLACING,
  ),
  guard(
    'items are a list',
    rewrite(
      'private.price_items(jsonb)',
      "jsonb_typeof(items) is distinct from 'array'",
      "jsonb_typeof(items) = 'null'",
    ),
  ),
  guard(
    'there are from 1 to 20 items',
    rewrite(
      'private.price_items(jsonb)',
      'jsonb_array_length(items) not between 1 and 20',
      'false',
    ),
  ),
  guard(
    'no size stands on two lines',
    rewrite(
      'private.price_items(jsonb)',
      "perform private.refuse('duplicate_line', line ->> 'id');",
      '',
    ),
  ),
  guard(
    'a total is the sum of its items',
    rewrite(settle, 'new.total is distinct from private.total_of(new.items)', 'false'),
  ),
  guard('a new order is pending', rewrite(settle, "new.status := 'pending';", '')),
  guard('a new order is of today', rewrite(settle, 'new.date := now();', '')),
  guard('a new order is in no post yet', rewrite(settle, 'new.tracking_number := null;', '')),
  guard(
    'a new order has no past',
    rewrite(
      settle,
      "jsonb_build_array(jsonb_build_object('status', 'pending', 'at', now(), 'by', 'customer'))",
      'new.tracking_history',
    ),
  ),
  guard('rows that come in another way are judged too', {
    sql: 'alter table public.orders disable trigger settle_order',
  }),

  // Whom it goes to.
  guard(
    'an address is cleaned before it is kept',
    rewrite(
      settle,
      'new.shipping_address := private.clean_address(new.shipping_address);',
      'perform private.clean_address(new.shipping_address);',
    ),
    ADDRESS,
  ),
  guard(
    'an address has no other fields',
    rewrite('private.clean_address(jsonb)', 'field <> all (fields)', 'false'),
  ),
  guard(
    'an address is an object',
    rewrite(
      'private.clean_address(jsonb)',
      "jsonb_typeof(typed) is distinct from 'object'",
      "jsonb_typeof(typed) = 'array'",
    ),
  ),
  guard(
    'a field is a text',
    rewrite(typed, "jsonb_typeof(typed) is distinct from 'string'", 'false'),
  ),
  guard('a field is not blank', rewrite(typed, 'or private.is_blank(cleaned)', ''), ADDRESS),
  guard(
    'a field has an end',
    rewrite(typed, "perform private.refuse('too_long', field);", ''),
    ADDRESS,
  ),
  guard(
    'a field is short enough to be cleaned',
    rewrite(typed, "length(typed #>> '{}') > 1000", 'false'),
    ADDRESS,
  ),
  guard(
    'a phone has 10 to 15 digits',
    rewrite(typed, "perform private.refuse('phone_invalid', field);", ''),
    ADDRESS,
  ),
  guard(
    'a postal code looks like one',
    rewrite(typed, "perform private.refuse('postal_invalid', field);", ''),
    ADDRESS,
  ),
  guard(
    'a name does not turn the reading order around',
    rewrite(
      'private.clean_text(text)',
      "regexp_replace(typed, '[\\u202A-\\u202E\\u2066-\\u2069]', '', 'g')",
      'typed',
    ),
    ADDRESS,
  ),
  guard(
    'a name is one line',
    rewrite('private.clean_text(text)', '[\\u0001-\\u001F', '[\\u0001-\\u0008'),
    ADDRESS,
  ),
  guard(
    'a text has one normal form',
    rewrite('private.clean_text(text)', ', nfc)', ', nfd)'),
    ADDRESS,
  ),

  // Whose it is, and once.
  guard(
    'an attempt that was saved gets its order',
    rewrite('private.place_order(jsonb)', 'private.answer_repeat(p)', 'null'),
    PLACING,
  ),
  guard(
    'an order is repeated to its own token only',
    rewrite('private.answer_repeat(jsonb)', 'and known.token_hash in (hash, sha256(hash))', ''),
    PLACING,
  ),
  guard(
    'an attempt does not change its goods',
    rewrite('private.answer_repeat(jsonb)', 'key.request_hash <> private.hash_request(p)', 'false'),
    PLACING,
  ),
  guard(
    'the id of somebody else is taken',
    rewrite(
      'private.place_order(jsonb)',
      "exists (select from public.orders where id = p ->> 'id')",
      'false',
    ),
    PLACING,
  ),
  guard(
    'the token is kept as a hash',
    rewrite(
      'private.hash_token(text)',
      "sha256(convert_to(token, 'UTF8'))",
      "convert_to(left(token, 32), 'UTF8')",
    ),
    PLACING,
  ),
  guard(
    'a refusal shows no row of the database',
    rewrite(
      'private.try_to_save_order(jsonb)',
      'data_exception or integrity_constraint_violation',
      'division_by_zero',
    ),
  ),
  guard(
    'one address places 30 orders in 10 minutes',
    rewrite('private.place_order(jsonb)', "count_call('place') > 30", "count_call('place') > 31"),
    LIMITS,
  ),
  guard(
    'one phone has five open orders',
    rewrite('private.has_many_orders(text)', 'count(*) >= 5', 'count(*) >= 6'),
    LIMITS,
  ),
  guard(
    'a phone is the same however it is written',
    rewrite('private.phone_key(jsonb)', ', 10)', ', 15)'),
    LIMITS,
  ),
  guard(
    'a caller cannot say who it is',
    rewrite('private.client_address()', "'^.*,'", "',.*$'"),
    LIMITS,
  ),
  guard(
    'an IPv6 household is one caller',
    rewrite('private.client_address()', 'set_masklen(address, 64)', 'set_masklen(address, 128)'),
    LIMITS,
  ),
  guard('a window ends', rewrite(changeCount, 'extract(epoch from now()) / 600', '0'), LIMITS),
  guard(
    'a client without an address is not counted',
    rewrite(changeCount, 'client is null', 'false'),
    LIMITS,
  ),
  guard(
    'no caller can work out where it is counted',
    rewrite('private.hash_counted(text, text)', 'salt ||', ''),
    LIMITS,
  ),
  guard(
    'the highest counts stay where there is no more room',
    rewrite(changeCount, '& 255\n    limit 1', '& 0\n    limit 1'),
    LIMITS,
  ),
  guard(
    'counts at the same time wait for each other',
    rewrite(
      changeCount,
      "perform pg_advisory_xact_lock(hashtextextended('limit:' || set_number, 0));",
      '',
    ),
    'tests/concurrency/looking.test.ts',
  ),

  // However many come at once.
  guard(
    'two sends of one attempt wait for each other',
    rewrite(
      'private.place_order(jsonb)',
      "perform pg_advisory_xact_lock(hashtextextended('order:' || (p ->> 'id'), 0));",
      '',
    ),
    PLACING_AT_ONCE,
  ),
  guard(
    'orders of one phone wait for each other',
    rewrite(
      'private.save_order(jsonb)',
      "perform pg_advisory_xact_lock(hashtextextended('phone:' || phone, 0));",
      '',
    ),
    PLACING_AT_ONCE,
  ),
]

function guard(name: string, drop: Guard['drop'], tests = REFUSALS): Guard {
  return { name, drop, tests: [tests] }
}
