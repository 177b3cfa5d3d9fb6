import { type Guard, rewrite } from './mutation.ts'

const LOOKING = 'tests/database/looking.test.ts'
const TRACKING = 'tests/database/tracking.test.ts'
const HISTORY = 'tests/database/history.test.ts'
const ADMIN = 'tests/database/admin.test.ts'

const look = 'private.look_at_order(text, text)'
const mask = 'private.mask_address(jsonb)'
const step = 'private.step_to_processing(text)'

/** What may be seen of an order that was placed, and what may become of it. */
export const lookGuards: Guard[] = [
  guard('a look by GET shows nothing', rewrite(look, 'private.is_read_only()', 'false')),
  guard('what cannot be an id is no guess', rewrite(look, "p_id !~ '^[0-9A-Z]{8}$'", 'false')),
  guard('guesses are limited', rewrite(look, 'counted > 20', 'counted > 2000')),
  guard('misses are counted', rewrite(look, "private.count_call('miss')", '0')),
  guard(
    'an order that is found is not counted',
    rewrite(look, "perform private.uncount_call('miss');", 'null;'),
  ),
  guard(
    'the token is let in over the limit',
    rewrite(look, 'if not is_holder then', 'if true then'),
  ),
  guard(
    'after half an hour an id alone shows a mask',
    rewrite(look, "is_holder or seen.date > now() - interval '30 minutes'", 'true'),
  ),
  guard(
    'half an hour is half an hour',
    rewrite(look, "interval '30 minutes'", "interval '31 minutes'"),
  ),
  guard(
    'only the token of the order opens it',
    rewrite('private.holds_token(text, text)', 'and token_hash = private.hash_token(p_token)', ''),
  ),
  guard(
    'the token of one order opens no other',
    rewrite('private.holds_token(text, text)', 'order_id = p_id and ', ''),
  ),
  guard(
    'a mask hides the name',
    rewrite(mask, "left(address ->> 'fullName', 1)", "(address ->> 'fullName')"),
  ),
  guard(
    'a mask hides the street',
    rewrite(mask, "'address', '•••'", "'address', address ->> 'address'"),
  ),
  guard(
    'a mask hides the postal code',
    rewrite(mask, "'postalCode', '•••'", "'postalCode', address ->> 'postalCode'"),
  ),
  guard(
    'a mask hides the phone',
    rewrite(mask, "right(private.digits(address ->> 'phone'), 3)", "(address ->> 'phone')"),
  ),
  guard(
    'no answer is kept by a cache',
    rewrite('private.answer(integer, jsonb)', 'no-store', 'public'),
    'tests/database/placing.test.ts',
  ),

  guard(
    'whoever may not look at an order does not move it',
    rewrite(
      'private.track_order(text, text)',
      "answer #>> '{order,status}' is distinct from 'pending'",
      'false',
    ),
    TRACKING,
  ),
  guard(
    'only a pending order takes the step',
    rewrite(step, "and waiting.status = 'pending'", ''),
    TRACKING,
  ),
  guard(
    'the step waits 15 seconds',
    rewrite(step, "interval '15 seconds'", "interval '14 seconds'"),
    TRACKING,
  ),
  guard(
    'the first look starts the clock',
    rewrite(step, 'and first_tracked_at is null', ''),
    TRACKING,
  ),
  guard(
    'a cancelled order is not moved by who looked before',
    rewrite(step, "and waiting.status = 'pending'", ''),
    'tests/concurrency/moving.test.ts',
  ),

  guard(
    'what was sold does not change',
    { sql: 'alter table public.orders disable trigger keep_order_facts' },
    ADMIN,
  ),
  guard(
    'an admin moves one order at a time',
    { sql: 'alter table public.orders disable trigger allow_one_order' },
    ADMIN,
  ),
  guard(
    'a status is one of five',
    { sql: 'alter table public.orders drop constraint orders_status_check' },
    ADMIN,
  ),
  guard(
    'a tracking number is plain',
    { sql: 'alter table public.orders drop constraint orders_tracking_number_check' },
    HISTORY,
  ),
  guard(
    'changes are written into the history',
    { sql: 'alter table public.orders disable trigger write_order_history' },
    HISTORY,
  ),
  guard(
    'nobody else writes the history',
    rewrite('private.write_order_history()', 'new.tracking_history := old.tracking_history;', ''),
    HISTORY,
  ),
  guard(
    'changes are logged',
    { sql: 'alter table public.orders disable trigger log_order_change' },
    HISTORY,
  ),
  guard(
    'the history is written in UTC',
    { sql: 'alter function private.write_order_history() reset timezone' },
    HISTORY,
  ),
  guard(
    'the history of a new order begins in UTC',
    { sql: 'alter function private.settle_order() reset timezone' },
    HISTORY,
  ),
  guard(
    'the log says which admin',
    rewrite('private.log_order_change()', 'auth.uid()', 'null::uuid'),
    HISTORY,
  ),
  guard(
    'an order put back waits its 15 seconds again',
    rewrite('private.log_order_change()', "new.status = 'pending' and", 'false and'),
    TRACKING,
  ),
]

function guard(name: string, drop: Guard['drop'], tests = LOOKING): Guard {
  return { name, drop, tests: [tests] }
}
