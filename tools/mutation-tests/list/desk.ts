import { bySql, inFunction, type Mutation } from '../mutation.ts'

const CONFIRMATION = 'tests/database/desk/confirmation.test.ts'
const PACKABLE = 'tests/database/desk/packable.test.ts'
const STAGES = 'tests/database/desk/order-stage.test.ts'

/** Confirm links, attempts, the run, joined orders and the stages of all. */
export const deskMutations: Mutation[] = [
  ...inFunction('private.try_code(text, text)', CONFIRMATION, {
    'a code ends by five wrong tries': ['and wrong_tries < 5', ''],
    'a code ends after seven days': ["interval '7 days'", "interval '7 years'"],
    'a used code ends after an hour': [
      "and (used_at is null or used_at > now() - interval '1 hour')",
      '',
    ],
    'a code is proved by its second part': 'tried.code_hash <> private.hash_token(p_code)',
  }),
  ...inFunction('private.lock_by_code(jsonb)', 'tests/concurrency/shop/open-transactions.test.ts', {
    'who has no code locks no order': [
      'where id = tried.order_id for update',
      "where id = p ->> 'id' for update",
    ],
  }),
  ...inFunction('public.watch_order(jsonb)', 'tests/database/desk/outbox.test.ts', {
    'requests to be told are limited': "private.is_refused('watch', 100)",
  }),
  ...inFunction('public.confirm_order(jsonb)', CONFIRMATION, {
    'a booked order is not confirmed': 'private.is_booked(o)',
    'a code confirms once': ['tried.used_at is null', 'true'],
  }),
  ...inFunction('private.change_own_order(text, jsonb, text[])', CONFIRMATION, {
    'a code changes once': 'tried.used_at is not null',
    'a code that confirmed changes nothing': ['or tried.used_for <> change', ''],
  }),
  ...inFunction('private.join_row(jsonb)', CONFIRMATION, {
    'the advance and the total of both are joined': ['main.total + added.total', 'main.total'],
  }),
  ...inFunction('private.undo_booked(jsonb)', PACKABLE, {
    'undoing books no order on hold':
      'private.would_leave((select b from private.bookings as b where b.order_id = o.id), wanted)',
  }),
  ...bySql(
    STAGES,
    Object.fromEntries(
      ['confirmation_attempts', 'marked_orders', 'told_messages', 'acts_seen'].map((table) => [
        `a stage follows the ${table.replace('_', ' ')}`,
        `drop trigger note_stage_change on private.${table}`,
      ]),
    ),
  ),
  ...inFunction('private.note_parcels()', STAGES, {
    'a stage follows the parcels': [
      'select order_id from new_rows',
      'select order_id from new_rows where false',
    ],
  }),
  ...bySql(STAGES, {
    'a new order has a stage': 'drop trigger note_staged_order on public.orders',
    'a stage follows the order itself': 'drop trigger note_changed_order on public.orders',
  }),
  ...inFunction('private.fold_stages()', STAGES, {
    'an order that leaves a stage is not counted there': [
      'select stage, -1 from',
      'select stage, 0 from',
    ],
    'a stage changes with its order': ['stage = excluded.stage, due_at', 'due_at'],
    'an order whose time has come is staged again': [
      'where due_at <= now()\n    union',
      'where false\n    union',
    ],
  }),
]
