import { inFunction, type Mutation } from '../mutation.ts'

const TOTALS = 'tests/database/totals.test.ts'
const CONCURRENCY_TOTALS = 'tests/concurrency/totals.test.ts'

/** What keeps the totals exact, short and unlocked. */
export const totalMutations: Mutation[] = [
  ...inFunction('private.count_order_changes()', TOTALS, {
    'a change of the address adds nothing to the totals': [
      'having (sum(sign), sum(sign * (o).total)) <> (0, 0)',
      '',
    ],
    'one change of orders in 256 folds the totals': 'random() < 1.0 / 256',
  }),
  ...inFunction('private.count_order_changes()', CONCURRENCY_TOTALS, {
    'an order locks nothing that all orders share': [
      'if random() < 1.0 / 256 then',
      "perform pg_advisory_xact_lock(hashtextextended('totals', 0)); if random() < 1.0 / 256 then",
    ],
  }),
  ...inFunction('private.fold_totals()', TOTALS, {
    'nothing is folded in a read-only transaction':
      "current_setting('transaction_read_only') = 'on'",
    'a fold leaves no empty rows': [
      'having (sum(orders), sum(total), sum(replacements)) <> (0, 0, 0)',
      '',
    ],
    'a fold leaves rows alone that are folded': ['where not folded', 'where true'],
    'the number of customers is folded': '(select count(*) > 1 from private.customer_changes)',
  }),
  ...inFunction('private.fold_totals()', CONCURRENCY_TOTALS, {
    'a fold waits for no other fold':
      "not pg_try_advisory_xact_lock(hashtextextended('totals', 0))",
    'only READ COMMITTED folds': "current_setting('transaction_isolation') <> 'read committed'",
  }),
  ...inFunction('public.admin_dashboard()', TOTALS, {
    'the dashboard folds the totals': ['perform private.fold_totals();', ''],
  }),
  ...inFunction('private.recount_orders()', TOTALS, {
    'a recount corrects the number of customers': [
      'delete from private.customer_changes where true;',
      '',
    ],
  }),
  ...inFunction('private.recount_orders()', CONCURRENCY_TOTALS, {
    'a recount waits for the fold that is under way': [
      "perform pg_advisory_xact_lock(hashtextextended('totals', 0));",
      '',
    ],
  }),
]
