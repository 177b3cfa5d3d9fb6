import { inFunction, type Mutation } from '../mutation.ts'

const CONFIRMATION = 'tests/database/desk/confirmation.test.ts'

/** Confirm links, attempts, the run and joined orders. */
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
      'if tried.selector is null then',
      "perform from public.orders where id = p ->> 'id' for update; if tried.selector is null then",
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
]
