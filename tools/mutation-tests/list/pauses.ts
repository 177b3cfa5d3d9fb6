import { inFunction, inView, type Mutation } from '../mutation.ts'

const PAUSES = 'tests/database/pauses.test.ts'
const BUILD_HOOK = 'tests/database/build-hook.test.ts'

/** What is not sold for a while, and the build that says so. */
export const pauseMutations: Mutation[] = [
  ...inFunction('private.place_once(jsonb)', PAUSES, {
    'an order has no paused size': ["perform private.check_pauses(p -> 'items');", ''],
  }),
  ...inFunction('public.place_order(jsonb)', PAUSES, {
    'a pause does not count against the client': ["'item_paused', ", ''],
  }),
  ...inFunction('private.check_pauses(jsonb)', PAUSES, {
    'a paused shop sells nothing': [", ('', ''))", ')'],
    'a refusal names each paused line': ["jsonb_build_object('items', paused)", "'{}'"],
  }),
  ...inView('private.current_pauses', PAUSES, {
    'a pause ends on its day': ['until > private.shop_day(now())', 'true'],
  }),
  ...inFunction('public.admin_pause(jsonb)', PAUSES, {
    'only what is sold is paused': 'not coalesce(is_shop, false)',
    'a pause ends after today': ["(p ->> 'until')::date <= private.shop_day(now())", 'false'],
    'the last device decides': [
      'do update\n  set reason = excluded.reason, until = excluded.until, paused_at = now()',
      'do nothing',
    ],
  }),
  ...inFunction('private.write_build()', BUILD_HOOK, {
    'a build takes the place of one that failed': [
      "delete from private.outbox where kind = 'build' and attempts > 0 and ended_at is null;",
      '',
    ],
    'no build is written without a hook': [
      "not exists (select from private.notice_targets where way = 'build')",
      'false',
    ],
  }),
  ...inFunction('private.write_build()', 'tests/concurrency/pauses.test.ts', {
    'a build waits for the pause': ['do update set at = now()', 'do nothing'],
  }),
  ...inFunction('private.is_sent_alone(text)', BUILD_HOOK, {
    'a build starts in quiet hours too': [", 'build')", ')'],
  }),
  ...inFunction('private.targets_of(private.outbox)', BUILD_HOOK, {
    'a build tells no device': ["target.way = 'build'", 'true'],
    'no act starts a build': [
      "else target.order_id is null and target.way <> 'build'",
      'else target.order_id is null',
    ],
  }),
  ...inFunction('public.claim_notices(jsonb)', BUILD_HOOK, {
    'a pause that ends by itself starts a build': [
      'delete from private.pauses where until <= private.shop_day(now());',
      '',
    ],
    'a hook that is gone is no target': [
      "delete from private.notice_targets where way = 'build';",
      'null;',
    ],
  }),
  ...inFunction('public.admin_forget_devices()', 'tests/database/notice-settings.test.ts', {
    'logging out everywhere keeps the devices of other admins': ['user_id = auth.uid()', 'true'],
  }),
]
