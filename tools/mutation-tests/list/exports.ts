import { inFunction, type Mutation } from '../mutation.ts'

const ROWS = 'tests/database/order-rows.test.ts'
const WITHOUT_STATISTICS = 'tests/database/list-without-statistics.test.ts'
const BATCHES = 'tests/database/batches.test.ts'
const COURIERS = 'tests/database/couriers.test.ts'
const CONCURRENT = 'tests/concurrency/batches.test.ts'

/** What rows of the list are found by and marked with, and which orders a sheet has. */
export const exportMutations: Mutation[] = [
  ...inFunction('private.phone_of_search(text)', ROWS, {
    'a country code of a search is dropped': ["'^920?'", "'^x'"],
    'a zero before an area code is dropped': ['|^0(?=[1-9])', ''],
    'a tracking number is not taken for a phone': ["term !~ '^[0-9 ()+./-]+$'", 'false'],
  }),
  ...inFunction('private.computed_marks(public.orders)', ROWS, {
    'an erased order has no mark of its phone': 'private.is_erased(o.shipping_address)',
    'a duplicate is one of 24 hours': [
      "o.date - interval '24 hours'",
      "o.date - interval '25 hours'",
    ],
    'a cancelled order is no duplicate': ["and other.status <> 'cancelled'", ''],
    'only an earlier cancellation marks': ['and (date, id) < (o.date, o.id)', ''],
    'ten units are usual': ['> 10', '> 9'],
  }),
  ...inFunction('private.computed_marks(public.orders)', WITHOUT_STATISTICS, {
    'marks read the orders of the phone only': ['offset 0', ''],
  }),
  ...inFunction('private.sort_out(text[], boolean, boolean)', BATCHES, {
    'a closed order is left out': 'private.is_final(o.status)',
    'a booked order is left out': ['when includes_exported then null', 'when true then null'],
  }),
  ...inFunction('private.find_batch(jsonb)', BATCHES, {
    'an undone batch gets no more orders': ['and saved.undone_at is null', ''],
    'a batch is of one courier': ["and saved.courier = p ->> 'courier'", ''],
  }),
  ...inFunction('private.check_batch_request(jsonb)', BATCHES, {
    'a request has at most 500 orders': ["jsonb_array_length(p -> 'ids') > 500", 'false'],
    'a batch has a courier': ["coalesce(p ->> 'courier', '') !~ '^[a-z0-9-]{1,40}$'", 'false'],
  }),
  ...inFunction('private.is_exported(text)', BATCHES, {
    'an undone batch is no reason to leave an order out': ['and batch.undone_at is null', ''],
  }),
  ...inFunction('private.book_orders(text[], text)', BATCHES, {
    'bookings are logged': ['details.courier is distinct from book_orders.courier', 'false'],
  }),
  ...inFunction('public.admin_undo_batch(jsonb)', BATCHES, {
    'a shipped order stays booked': ['private.is_open(o.status)', 'true'],
    'an order with a tracking number stays booked': ['and o.tracking_number is null', ''],
    'an order of another courier stays booked': ['and details.courier = batch.courier', ''],
    'an order of another batch stays booked': ['and not private.is_exported(o.id)', ''],
  }),
  ...inFunction('public.admin_create_batch(jsonb)', CONCURRENT, {
    'exports wait for each other': [
      "perform pg_advisory_xact_lock(hashtextextended('export', 0));",
      '',
    ],
  }),
  ...inFunction('private.clean_courier_columns(jsonb)', COURIERS, {
    'a sheet has at most 60 columns': 'jsonb_array_length(typed) > 60',
    'a column has nothing but header, field and text':
      "typed_column - array['header', 'field', 'text'] <> '{}'",
  }),
  ...inFunction('private.clean_cities(jsonb)', COURIERS, {
    'a courier has at most 5,000 cities': 'jsonb_array_length(typed) > 5000',
    'a city is not blank': ["name <> ''", 'true'],
  }),
  ...inFunction('private.clean_field(text, jsonb, integer)', COURIERS, {
    'the texts of a courier have a maximum length': 'length(cleaned) > max_length',
  }),
  ...inFunction('private.clean_city_names(jsonb)', COURIERS, {
    'a typed city is in lower case': ['lower(', '('],
  }),
]
