import { inFunction, type Mutation } from '../mutation.ts'

const CONFIRMATION = 'tests/database/confirmation.test.ts'

/** Confirm links, attempts, the run and joined orders. */
export const deskMutations: Mutation[] = [
  ...inFunction('private.try_code(text, text)', CONFIRMATION, {
    'a code ends by five wrong tries': ['and wrong_tries < 5', ''],
    'a code ends after seven days': ["interval '7 days'", "interval '7 years'"],
    'a code is proved by its second part': 'tried.code_hash <> private.hash_token(p_code)',
  }),
  ...inFunction('public.confirm_order(jsonb)', CONFIRMATION, {
    'a booked order is not confirmed': 'private.is_booked(o, details)',
    'a code confirms once': ['tried.used_at is null', 'true'],
  }),
  ...inFunction('private.change_own_order(text, jsonb, text[])', CONFIRMATION, {
    'a code changes once': 'tried.used_at is not null',
    'a code that confirmed changes nothing': ['or tried.used_for <> change', ''],
  }),
  ...inFunction('public.admin_join_orders(jsonb)', CONFIRMATION, {
    'the advance and the total of both are joined': ['main.total + added.total', 'main.total'],
  }),
]
