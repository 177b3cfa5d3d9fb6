import { inFunction, type Mutation } from '../mutation.ts'

const STATEMENTS = 'tests/database/desk/statements.test.ts'
const EVENING = 'tests/database/desk/evening.test.ts'
const RETURNS = 'tests/database/desk/returns.test.ts'
const PARCELS = 'tests/database/desk/parcels.test.ts'

const FILE_MOVE =
  'private.file_move(private.parcels, private.parcel_state, timestamp with time zone, text)'

/** Parcels, statements of couriers, the returns desk and the evening page. */
export const moneyMutations: Mutation[] = [
  ...inFunction('private.set_parcels(private.parcel_events[])', PARCELS, {
    'the cash of a parcel stays once it is handed over': 'p.handed_over_at is not null',
  }),
  ...inFunction('private.match_line(text, jsonb)', STATEMENTS, {
    'reference and number are of one order': 'p.id <> all (numbered)',
  }),
  ...inFunction(FILE_MOVE, STATEMENTS, {
    'delivered after returning wins': [
      "attempt_failed}', false)",
      "attempt_failed,delivered}', false)",
    ],
    'a file moves no parcel back': [
      "then 'behind'\n    when is_end",
      "then 'moves'\n    when is_end",
    ],
  }),
  ...inFunction('private.move_parcels(private.parcel_events[])', STATEMENTS, {
    'an erased order is not opened': 'private.is_erased(shipping_address)',
  }),
  ...inFunction('private.add_file(jsonb)', STATEMENTS, {
    'a known statement is refused': 'known is not null',
  }),
  ...inFunction('private.add_numbers(private.statement_row[], jsonb)', STATEMENTS, {
    'a parcel with two numbers gets none': ['count(distinct key) = 1', 'true'],
    'a number of two parcels is of none': ['other.parcel_id <> own.parcel_id', 'false'],
    'a parcel keeps the number that it has': ['p.tracking_number is null', 'true'],
  }),
  ...inFunction('private.numbered_by(bigint)', STATEMENTS, {
    'a number stays where something newer happened': ['now.version = saved.version', 'true'],
    'a number stays where another file paid by it': ['statement_id <> p_id', 'false'],
  }),
  ...inFunction('public.admin_compare_statement(jsonb)', STATEMENTS, {
    'a dry run changes nothing': ["raise exception using errcode = 'SHDRY';", ''],
  }),
  ...inFunction('private.add_money(private.statements, private.statement_row[])', STATEMENTS, {
    'costs are negative': ["(part ->> 'amount')::bigint,", "abs((part ->> 'amount')::bigint),"],
  }),
  ...inFunction('private.sum_parcels(bigint[])', STATEMENTS, {
    'only cash pays a parcel': ["line.kind = 'cash'", 'true'],
  }),
  ...inFunction('private.sum_payments(bigint[])', STATEMENTS, {
    'what couriers keep was not paid to the shop': [
      "case kind when 'cash' then 0 else amount end",
      '0',
    ],
  }),
  ...inFunction('private.sum_payments(bigint[])', EVENING, {
    'an undone statement pays nothing': ['undone_at is null', 'true'],
  }),
  ...inFunction('private.payment_figures(date, date)', EVENING, {
    'money is in the bank by the tick of its statement': [
      'filter (where in_bank_at is not null)',
      '',
    ],
  }),
  ...inFunction(
    'private.take_back(bigint, private.statements, private.statement_row[])',
    STATEMENTS,
    {
      'the money of an undone statement goes': [
        'delete from private.money_lines where statement_id = p_id',
        'delete from private.money_lines where false',
      ],
    },
  ),
  ...inFunction('private.undo_events(private.parcel_events[])', STATEMENTS, {
    'what happened later is not undone': ['later.id > e.id', 'false'],
  }),
  ...inFunction('private.check_in(private.parcels, text)', RETURNS, {
    'what was delivered is not lost': "act = 'lost'",
  }),
  ...inFunction('public.admin_evening(jsonb)', EVENING, {
    'taxes of the evening are taxes': ["where kind = 'tax'", "where kind <> 'fee'"],
  }),
  ...inFunction('private.open_cash()', EVENING, {
    'what is paid is not unpaid': ['paid < to_collect and', ''],
  }),
]
