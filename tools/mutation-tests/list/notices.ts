import { inFunction, type Mutation } from '../mutation.ts'

const OUTBOX = 'tests/database/desk/outbox.test.ts'

/** What notices say, and to whom. */
export const noticeMutations: Mutation[] = [
  ...inFunction('private.targets_of(private.outbox)', OUTBOX, {
    'customers are told of no act': ['else target.user_id is not null', 'else true'],
    'a customer is told of her own order only': ['target.order_id = notice.subject', 'true'],
    'who was told is not told again': ['and target.id <> all (notice.told)', ''],
  }),
  ...inFunction('public.claim_notices(jsonb)', OUTBOX, {
    'a notice has no city as it was typed': [
      `select name from private.city_names where folded = regexp_replace(
            private.fold_letters(o.shipping_address ->> 'city'), '[\\s[:punct:]]+', '', 'g'
          )`,
      "select o.shipping_address ->> 'city'",
    ],
  }),
  ...inFunction('public.watch_order(jsonb)', OUTBOX, {
    'a customer chooses push services only': [
      "private.is_push_service(p ->> 'url') is not true",
      'false',
    ],
  }),
  ...inFunction('private.erase_notice_targets(text[])', OUTBOX, {
    'devices of customers are erased': 'order_id = any (ids)',
  }),
]
