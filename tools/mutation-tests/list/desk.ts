import { inFunction, type Mutation } from '../mutation.ts'

const CONFIRMATION = 'tests/database/confirmation.test.ts'
const ARRIVALS = 'tests/database/order-of-attempts.test.ts'

/** Confirm links, attempts, the run and joined orders. */
export const deskMutations: Mutation[] = [
  ...inFunction('private.try_code(text, text)', CONFIRMATION, {
    'a code ends by five wrong tries': ['and wrong_tries < 5', ''],
    'a wrong try of a code counts': ['wrong_tries = wrong_tries + 1', 'wrong_tries = 0'],
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
  ...inFunction('private.confirmation_of(text)', ARRIVALS, {
    'attempts decide by their time': ['order by at, id', 'order by xmin::text, ctid'],
    'attempts of the same time have an order': ['order by at, id', 'order by at, ctid'],
  }),
  ...inFunction('public.admin_add_attempt(jsonb)', CONFIRMATION, {
    'an attempt is made before it arrives': [
      "least((p ->> 'at')::timestamptz, now())",
      "(p ->> 'at')::timestamptz",
    ],
    'a retry adds no attempt': ["(p ->> 'attempt')::uuid", 'gen_random_uuid()'],
    'a closed order takes no attempt': ['private.is_final(o.status)', 'false'],
  }),
  ...inFunction('public.admin_next_order(jsonb)', CONFIRMATION, {
    'no two devices have one order': [
      "lease.device is null or lease.device = p ->> 'device'",
      'true',
    ],
  }),
  ...inFunction('public.admin_tell(jsonb)', CONFIRMATION, {
    'a retry notes no message': ["(p ->> 'message')::uuid", 'gen_random_uuid()'],
  }),
  ...inFunction('public.admin_join_orders(jsonb)', CONFIRMATION, {
    'joined orders have one phone': 'main.phone_key <> added.phone_key',
    'no booked order is joined': 'private.is_booked(added, added_details)',
    'the advance and the total of both are joined': ['main.total + added.total', 'main.total'],
  }),
  ...inFunction('public.admin_take_apart(jsonb)', CONFIRMATION, {
    'a booked parcel is not taken apart': 'private.is_booked(main, details)',
  }),
]
