/*
 * Limits, days, patterns and lists that stand in TypeScript and in SQL. What the fields of an address accept is
 * compared in address.test.ts, what a phone is in phone.test.ts.
 */
import { expect, test } from 'vitest'
import { HOLD_REASONS, NOTED_ACTS } from '#admin/order/confirmation.ts'
import { END_REASONS } from '#admin/order/ending.ts'
import { MAX_PAGE_SIZE } from '#admin/order/whole-order.ts'
import { USUAL_UNITS } from '#admin/orders/marks/marks.ts'
import { DELIVERY_DAYS, HELP_DAYS } from '#config/delivery.ts'
import { LINES_OF_REQUEST } from '#desk/files/numbers/numbers.api.ts'
import { MEANINGS } from '#desk/files/read/status-words.ts'
import { MAX_NOTE_LENGTH } from '#desk/order-editor/typed-contents.ts'
import { BATCH_SIZE } from '#desk/sheets/batches/batches.ts'
import { MAX_NAME_LENGTH, MAX_URL_LENGTH } from '#desk/sheets/couriers/courier-form.ts'
import {
  MAX_CITIES,
  MAX_CITY_LENGTH,
  MAX_COLUMNS,
  MAX_HEADER_LENGTH,
  MAX_TEXT_LENGTH,
} from '#desk/sheets/couriers/courier-settings.ts'
import { SHOP_ZONE } from '#kit/shop-zone.ts'
import { ADDRESS_FIELDS, ADDRESS_TABLE } from '#order/address/address.ts'
import { isErased, MAX_CANCEL_LENGTH, MAX_HELP_LENGTH, PAYMENT_METHOD } from '#order/order.ts'
import { ORDER_ID } from '#order/order-id.ts'
import { MAX_ITEMS, MAX_QUANTITY } from '#order/order-lines.ts'
import { CANCEL_REASONS, ENDING_WORDS, HELP_KINDS } from '#order/texts/order-words.ts'
import { MAX_PRICE } from '#product/price-list.schema.ts'
import { MESSAGE_MAX_LENGTHS } from '#shop/contact/contact-message.ts'
import { PROCESSING_AFTER_MS } from '#shop/my-order/page/order.store.ts'
import { goodAddress } from '../support/address-cases.ts'
import { openDatabase } from '../support/database.ts'

const { sql } = openDatabase()

const list = (table: object) => Object.keys(table).map((key) => `'${key}'`)
const { cancelled: _, joined: __, ...outcomes } = ENDING_WORDS

/** A function or the constraints of a table, and the text there that has the value of the browser. */
const SAME: [place: string, text: string][] = [
  ['price_items', `jsonb_array_length(items) not between 1 and ${MAX_ITEMS} then`],
  ['price_items', `quantity not between 1 and ${MAX_QUANTITY} or`],
  ['catalogue_sizes', `unit_price <= (${MAX_PRICE})::numeric`],
  ['order_marks', `private.units_of(o.items) > ${USUAL_UNITS} then`],
  ['prepare_order', `estimated_delivery := private.shop_day(now()) + ${DELIVERY_DAYS};`],
  ['request_help', `private.shop_day(now()) > ${HELP_DAYS} + private.shop_day((`],
  ['track_order', `interval '${PROCESSING_AFTER_MS / 1000} seconds'`],
  ['shop_day', `at time zone '${SHOP_ZONE}'`],
  ['orders', `payment_method = '${PAYMENT_METHOD}'`],
  ['orders', `id ~ '${ORDER_ID.source}'`],
  ['order_details', `message_id ~ '${ORDER_ID.source}'`],
  ['is_tracking_url', `length(url) <= ${MAX_URL_LENGTH}`],
  ['admin_change_courier', `p -> 'name', ${MAX_NAME_LENGTH}, required`],
  ['save_cancellation', `not in (${list(CANCEL_REASONS).join(', ')}) then`],
  ['save_cancellation', `private.clean_note('text', p -> 'text', ${MAX_CANCEL_LENGTH})`],
  ['order_details', `ARRAY[${list(CANCEL_REASONS).join('::text, ')}::text]`],
  ['parcels', `ARRAY[${list(outcomes).join('::text, ')}::text]`],
  ['attempt_row', `not in (${list(NOTED_ACTS).join(', ')}) then`],
  ['attempt_row', `not in (${list(HOLD_REASONS).join(', ')})\n`],
  ['read_booking', `${list(END_REASONS).join(', ')}\n`],
  ['order_details', `ARRAY[${list(END_REASONS).join('::text, ')}::text, 'joined'::text]`],
  ['request_help', `not in (${list(HELP_KINDS).join(', ')}) then`],
  ['request_help', `private.clean_note('text', p -> 'text', ${MAX_HELP_LENGTH})`],
  ['help_requests', `ARRAY[${list(HELP_KINDS).join('::text, ')}::text]`],
  ['note_row', `private.clean_note('note', asked -> 'note', ${MAX_NOTE_LENGTH})`],
  ...Object.entries(MESSAGE_MAX_LENGTHS).flatMap(([field, most]): typeof SAME => [
    ['send_message', `('${field}', p -> '${field}', ${most}`],
    ['contact_messages', `length(${field}) <= ${most}`],
  ]),
  ['read_page', `'limit')::integer, 25), 1), ${MAX_PAGE_SIZE});`],
  ['read_ids', `jsonb_array_length(p -> 'ids') > ${BATCH_SIZE} then`],
  ['admin_act', `max_rows constant integer := ${BATCH_SIZE};`],
  ['admin_match_lines', `jsonb_array_length(p -> 'lines') > ${LINES_OF_REQUEST} then`],
  ['courier_settings', `(@."header" like_regex "^.{1,${MAX_HEADER_LENGTH}}$"`],
  [
    'courier_settings',
    `@."text" like_regex "^.{0,${MAX_TEXT_LENGTH}}$")'::jsonpath, ${MAX_COLUMNS})`,
  ],
  ['courier_settings', `(@ like_regex "^.{1,${MAX_CITY_LENGTH}}$")'::jsonpath, ${MAX_CITIES})`],
  [
    'courier_settings',
    `@."value" like_regex "^.{1,${MAX_CITY_LENGTH}}$")'::jsonpath, ${MAX_CITIES})`,
  ],
  [
    'courier_settings',
    `"^(${Object.keys({ ...MEANINGS.status, ...MEANINGS.payment }).join('|')})$"`,
  ],
]

test.each(SAME)('%s has: %s', async (place, text) => {
  const rows = await sql<{ source: string }>(
    `select prosrc as source from pg_proc
     where pronamespace::regnamespace::text in ('public', 'private') and proname = $1
     union all
     select pg_get_constraintdef(oid) from pg_constraint
     where connamespace::regnamespace::text in ('public', 'private')
       and conrelid <> 0 and conrelid::regclass::text in ('public.' || $1, 'private.' || $1, $1)`,
    [place],
  )
  expect(rows.map(({ source }) => source).join('\n')).toContain(text)
})

test('an address has the same fields, required ones and lengths', async () => {
  const rows = await sql(
    `select field, required, max_length as "maxLength", mask is not null as masked
     from private.address_fields()`,
  )
  const inBrowser = ADDRESS_FIELDS.map((field) => {
    const { isOptional, maxLength, maskedAs } = ADDRESS_TABLE[field]
    const isCounted = field !== 'postalCode'
    return {
      field,
      required: !isOptional,
      // The pattern of the postal code counts its characters.
      maxLength: isCounted ? maxLength : null,
      masked: maskedAs !== undefined,
    }
  })
  expect(rows).toEqual(inBrowser)
})

test('an erased address is one in the browser too', async () => {
  const [row] = await sql<{ phone: string }>(
    "select erased_text as phone from private.address_fields() where field = 'phone'",
  )
  expect(isErased({ shippingAddress: { ...goodAddress, ...row } })).toBe(true)
  expect(isErased({ shippingAddress: goodAddress })).toBe(false)
})
