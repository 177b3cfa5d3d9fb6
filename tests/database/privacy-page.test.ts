/*
 * Rule 9.13: the privacy page names what the database saves of customers. A new table or column fails here until
 * it stands below, with words of the page.
 */
import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { ADDRESS_TABLE, OPTIONAL_FIELDS } from '#order/address/address.ts'
import { openDatabase } from '../support/database.ts'

/** Tables without a row or a value that belongs to a customer. */
const OF_THE_SHOP = [
  'private.catalogue_sizes',
  'private.courier_settings',
  'private.couriers',
  'private.pauses',
  'private.backups',
  'private.database_limit',
  'private.city_names',
  'private.cash_changes',
  'private.customer_changes',
  'private.erasures',
  'private.last_retention',
  'private.message_templates',
  'private.notice_settings',
  'private.statements',
  'private.payments',
  'private.store_admins',
  'private.stage_counts',
  'private.total_changes',
]

const DATES = 'its status and its dates'
const LOG = 'a log of what was changed in it, when, and by whom'
const BATCH = 'the list in which we gave it to the courier'
const CUSTOMERS = 'how many each name and phone number has placed, what they came to'

/** For each other table: words of the page, and the columns that they name. */
const NAMED: Record<string, Record<string, string>> = {
  'public.orders': {
    'the order number': 'id',
    'what you order': 'items total',
    'your delivery address': 'shipping_address search_text',
    'your contact number': 'phone_key',
    'paid in cash on delivery': 'payment_method',
    [DATES]: 'status date estimated_delivery tracking_history',
    'the tracking number': 'tracking_number',
    [LOG]: 'version',
    'which one it replaces': 'replaces',
    'other details that you give of your own will': 'extras',
  },
  'private.staged_orders': {
    'the order number': 'order_id',
    [DATES]: 'date stage due_at turn',
  },
  'private.stage_changes': { 'the order number': 'id order_id' },
  // The fields of shipping_address. Where the parcel goes is one.
  'private.address_fields()': {
    'your name': 'fullName',
    'your delivery address': 'address',
    'your contact number': 'phone',
  },
  'private.order_keys': {
    'codes that are computed from it and from what you sent': 'order_id token_hash request_hash',
    'your first look at its tracking page': 'first_tracked_at',
    'how often it was read and changed from your device': 'counted_in reads changes',
  },
  'private.wrong_finds': {
    'how often somebody tried a wrong phone number at it':
      'order_id counted_in tries limit_reached_at',
  },
  'private.order_clients': {
    'a code that is computed from the network address with a secret':
      'order_id at client network nth is_known',
  },
  'private.marked_orders': {
    'a mark where it looks unusual': 'order_id mark group_key marked_at',
    'what we decided about it': 'ended_at',
  },
  'private.deleted_orders': {
    'its number, its sum, and when we deleted it': 'id order_id at actor_id total',
  },
  'private.unsent_copies': {
    'whether the copy of it that is mailed to us was sent': 'order_id reported_at',
  },
  'private.order_audit': { [LOG]: 'id order_id at actor actor_id before after' },
  'private.order_details': {
    'by this site, by phone or by WhatsApp': 'order_id source device_code_hash message_id',
    'what you paid in advance': 'advance',
    'why you cancel an order': 'cancel_reason cancel_text',
    'why we do': 'end_reason',
  },
  'private.order_notes': { 'our own notes about the order': 'id order_id at actor_id note' },
  'private.help_requests': {
    'what you report about a damaged or a wrong item': 'id order_id at kind text state',
  },
  'private.export_batches': { [BATCH]: 'id at courier actor_id undone_at printed_at' },
  'private.exported_orders': {
    [BATCH]: 'batch_id order_id position cells left_at',
  },
  'private.parcels': {
    'the courier': 'id order_id nth is_current courier',
    'the tracking number': 'tracking_number',
    'what the courier says of each parcel':
      'state reason outcome damaged booked_at handed_over_at state_at ended_at delivered_on',
    'what it paid us of it': 'to_collect paid',
  },
  'private.parcel_events': {
    'what the courier says of each parcel':
      'id parcel_id state at source statement_id word reason before',
  },
  'private.money_lines': {
    'what it paid us of it': 'id parcel_id statement_id kind amount dated',
  },
  'private.confirmation_attempts': {
    'when we tried to reach you about it and what you said':
      'id order_id at actor actor_id act reason text',
  },
  'private.order_leases': {
    'when we tried to reach you about it and what you said': 'order_id device ends_at',
  },
  'private.told_messages': {
    'when we wrote to you, and in which language':
      'id order_id at actor_id kind language phone_key',
  },
  'private.confirm_codes': {
    'codes that are computed from those of our links':
      'selector order_id code_hash made_at wrong_tries used_at used_for',
  },
  'private.joined_orders': {
    'which other order goes in the same parcel': 'order_id into_id at actor_id before after',
  },
  'private.outbox': {
    'that our own devices are told what you did with it':
      'id at kind subject counts amount told attempts claimed_at unreported next_at ended_at',
  },
  'private.notice_targets': {
    'where your browser':
      'id way url p256dh auth name user_id added_at told_at failure failed_at order_id',
  },
  'private.acts': {
    [LOG]:
      'request act digest at actor_id orders before response undone_at undo_response keeps_undo',
  },
  'private.acts_seen': { 'when we looked at it': 'order_id at' },
  'private.customers': {
    [CUSTOMERS]: 'key full_name phone city state order_count total_spent search_text',
    'when the last one was': 'last_order_id last_order_date',
  },
  'private.contact_messages': {
    'what you say in a message': 'id subject message',
    'your name': 'name',
    'your email address': 'email email_key',
    'when it came, whether we have read it, and whether a program seems to have sent it':
      'received_at read_at is_suspected',
  },
  // Its key hashes what the sequences limit_… count.
  'private.limit_salt': { 'counts requests by network address': 'only_row salt' },
}

const { sql } = openDatabase()

test('rule 9.13: every table and column is named here, and each exists', async () => {
  const rows = await sql<{ name: string; field: string }>(`
    select format('%s.%s', nspname, relname) as name, attname as field
    from pg_attribute
    join pg_class on pg_class.oid = attrelid
    join pg_namespace on pg_namespace.oid = relnamespace
    where relkind in ('r', 'm', 'p') and attnum > 0 and not attisdropped
      and nspname in ('public', 'private')
    union
    select
      'private.address_fields()',
      case when field in ('fullName', 'phone') then field else 'address' end
    from private.address_fields() where required
  `)
  const tables = new Set(rows.map(({ name }) => name))
  expect(OF_THE_SHOP.filter((name) => !tables.has(name))).toEqual([])
  const saved = rows
    .filter(({ name }) => !OF_THE_SHOP.includes(name))
    .map(({ name, field }) => `${name} ${field}`)
  const named = Object.entries(NAMED).flatMap(([name, words]) =>
    Object.values(words).flatMap((fields) => fields.split(' ').map((field) => `${name} ${field}`)),
  )
  expect(named.sort()).toEqual(saved.sort())
})

describe('rule 9.13: the privacy page says', () => {
  const page = readFileSync(new URL('../../src/content/legal/privacy.md', import.meta.url), 'utf8')
  const [, hidden = ''] = /an order page on other devices (.*?)\. City/.exec(page) ?? []

  test.each([...new Set(Object.values(NAMED).flatMap(Object.keys))])('%s', (words) => {
    expect(page).toContain(words)
  })

  test.each(OPTIONAL_FIELDS)('the optional field %s, and that a masked page hides it', (field) => {
    const label = ADDRESS_TABLE[field].label.toLowerCase()
    expect(page.replace(hidden, '').toLowerCase()).toContain(label)
    expect(hidden).toContain(label)
  })

  test('what a masked page hides', () => {
    for (const words of [
      ...['name', 'street', 'postal code', 'phone number', 'tracking number', 'courier'],
      ...['what you wrote or reported'],
    ]) {
      expect(hidden).toContain(words)
    }
  })
})
