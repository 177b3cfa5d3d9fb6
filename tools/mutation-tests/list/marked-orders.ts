import { bySql, inFunction, type Mutation } from '../mutation.ts'

const MARKED = 'tests/database/marked-orders.test.ts'
const CONCURRENT = 'tests/concurrency/marked-orders.test.ts'

/** Which orders are marked, what a decision changes and Undo restores, and what may be deleted. */
export const markedOrderMutations: Mutation[] = [
  ...bySql(MARKED, {
    'a list by mark is in the order of the orders':
      'alter table private.marked_orders disable trigger copy_order_date; alter table private.marked_orders alter column order_date set default clock_timestamp()',
  }),
  ...inFunction('private.undecided_orders(text, text, text[])', MARKED, {
    'a decided mark keeps no order out': ['marked.decision_id is null', 'true'],
    'a booked order needs no decision': ['and not private.is_booked(o, details)', ''],
    'a decision is about its group': ['marked.group_key = p_group', 'true'],
  }),
  ...inFunction(
    'private.scan_marked(private.list_search, private.list_cursor, boolean, integer)',
    MARKED,
    {
      'the list by mark has undecided orders': ['marked.decision_id is null', 'true'],
      'the list by mark has one group': ['marked.group_key = search.group_key', 'true'],
      'the list by mark keeps to its status': ['o.status = search.status', 'true'],
    },
  ),
  ...inFunction('private.check_decision(jsonb)', MARKED, {
    'a request decides on at most 500 orders': "jsonb_array_length(p -> 'ids') > 500",
    'no request decides on everything': "jsonb_typeof(p -> 'group') is distinct from 'string'",
  }),
  ...inFunction('private.lock_decision(jsonb)', MARKED, {
    'a request goes on with its own decision': [
      "is not distinct from (p ->> 'act', p ->> 'mark', p ->> 'group')",
      'is not null',
    ],
    'an undone decision is over': ['and saved.undone_at is null', ''],
  }),
  ...inFunction('public.admin_decide_marked(jsonb)', MARKED, {
    'a released group keeps its other marks': ["p ? 'ids' or decision.act = 'discard'", 'true'],
  }),
  ...inFunction('public.admin_undo_decision(jsonb)', MARKED, {
    'Undo leaves an order as somebody changed it since': ['discarded.version = o.version', 'true'],
  }),
  ...inFunction('private.sort_out(text[], boolean, boolean)', MARKED, {
    'a sheet of given orders leaves marked ones out': [
      'private.is_marked(o.id) and not includes_marked',
      'false',
    ],
  }),
  ...inFunction('private.open_order_ids(boolean)', MARKED, {
    'a sheet of all orders leaves marked ones out': [
      'and (includes_marked or not private.is_marked(o.id))',
      '',
    ],
  }),
  ...inFunction('private.may_be_deleted(public.orders)', MARKED, {
    'an order that was shipped is not deleted': [
      "change ->> 'status' in ('shipped', 'delivered')",
      'false',
    ],
    'an order that had a number is not deleted': [
      "change ->> 'trackingNumber' is not null",
      'false',
    ],
    'a booked order is not deleted': ['details.booked_at is not null', 'false'],
    'a parcel that came back is not deleted': ['details.outcome is not null', 'false'],
    'an order of a batch is not deleted': ['exported.order_id = o.id', 'false'],
    'an order that had a courier is not deleted': [
      "entry.after ->> 'courier' is not null",
      'false',
    ],
  }),
  ...inFunction('private.delete_orders(text[])', MARKED, {
    'the log of a deleted order goes with it': [
      'delete from private.order_audit where order_id = any (ids);',
      '',
    ],
  }),
  ...inFunction('public.admin_delete_order(jsonb)', MARKED, {
    'an order that was changed since is not deleted': [
      "to_jsonb(o.version) is distinct from p -> 'version'",
      'false',
    ],
  }),
  ...inFunction('private.deletable_discarded(bigint)', MARKED, {
    'a discarded order that was changed since is not deleted': [
      'and o.version = discarded.version',
      '',
    ],
  }),
  ...inFunction('public.admin_decide_marked(jsonb)', CONCURRENT, {
    'decisions wait for each other': [
      'perform from public.orders as o where o.id = any (ids) order by o.id for update;',
      '',
    ],
  }),
]
