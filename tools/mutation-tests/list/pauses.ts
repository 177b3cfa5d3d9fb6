import { inFunction, type Mutation } from '../mutation.ts'

const PAUSES = 'tests/database/shop/pauses.test.ts'

/** What is not sold for a while. */
export const pauseMutations: Mutation[] = [
  ...inFunction('private.place_or_replay(jsonb)', PAUSES, {
    'an order has no paused size': ["perform private.check_pauses(p -> 'items');", ''],
  }),
  ...inFunction('public.place_order(jsonb)', PAUSES, {
    'a pause does not count against the client': ["'item_paused', ", ''],
  }),
  ...inFunction('private.check_pauses(jsonb)', PAUSES, {
    'a paused shop sells nothing': [", ('', ''))", ')'],
    'a refusal names each paused line': ["jsonb_build_object('items', paused)", "'{}'"],
  }),
  ...inFunction('private.desk_forgets_devices()', 'tests/database/desk/notice-settings.test.ts', {
    'logging out everywhere keeps the devices of other admins': ['user_id = auth.uid()', 'true'],
  }),
]
