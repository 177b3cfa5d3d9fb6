import { beforeEach, describe, expect, test } from 'vitest'
import { anAttempt } from '#tests/support/order-factories.ts'
import {
  type AdminFunction,
  adminFunctionNames,
  emptyCall,
} from '#tools/check-hosted/admin-functions.ts'
import { admin, anonymous, attacker, openDatabase } from '../support/database.ts'

const { queryAs, call, place } = openDatabase()

const MESSAGE = 'message-id-00000001'

/** Arguments that the admin's call succeeds with, where empty ones do not. */
const given: Partial<Record<AdminFunction, Record<string, unknown>>> = {
  admin_order: { p_id: 'NTH00001' },
  admin_whole_orders: { p: { ids: ['NTH00001'] } },
  admin_correct_order: { p: { id: 'NTH00001', version: 1 } },
  admin_book_order: { p: { id: 'NTH00001', version: 1 } },
  admin_create_order: { p: { ...anAttempt(2), paymentMethod: undefined, source: 'phone' } },
  admin_add_note: { p: { id: 'NTH00001', note: 'Call first' } },
  admin_delete_note: { p: { id: 'NTH00001', note: 1 } },
  admin_mark_help_request: { p: { id: 1, state: 'closed' } },
  admin_erase_customer: { p: { order: 'NTH00001' } },
  admin_create_batch: { p: { courier: 'postex' } },
  admin_decide_marked: { p: { act: 'release', ids: ['NTH00001'] } },
  admin_batch: { p: { id: 1 } },
  admin_undo_batch: { p: { id: 1 } },
  admin_change_courier: { p: { id: 'own', name: 'Own' } },
  admin_save_courier: { p: { courier: 'postex' } },
  admin_mark_message: { p_id: MESSAGE, p_is_read: true },
  admin_delete_message: { p_id: MESSAGE },
  admin_add_attempt: {
    p: {
      id: 'NTH00001',
      attempt: '00000000-0000-4000-8000-000000000001',
      act: 'yes',
      at: new Date().toISOString(),
    },
  },
  admin_apply_statement: { p: { courier: 'tcs', digest: '0'.repeat(64), lines: [] } },
  admin_check_in: { p: { code: 'NTH00009', act: 'returned' } },
  admin_set_in_bank: { p: { id: 1, inBank: true } },
  admin_pause: { p: { id: '', size: '', reason: 'Back after Eid' } },
  admin_add_target: { p: { way: 'ntfy', url: 'https://ntfy.example/topic' } },
  admin_save_notices: { p: { kindsOff: [], quietFrom: 0, quietUntil: 0 } },
  admin_find_numbers: { p: { numbers: [] } },
  admin_next_order: { p: { device: 'device-one', from: 10, until: 22 } },
  admin_save_rows: { p: { batch: 1, rows: [] } },
  admin_save_template: { p: { kind: 'confirm', language: 'en', text: 'Hello' } },
}

const calls = adminFunctionNames.map((name) => [name, given[name] ?? emptyCall(name)] as const)

beforeEach(async () => {
  await place(anAttempt(1))
})

// Each asks private.is_admin(): admin.test.ts has whom that takes for an admin.
describe.each(calls)('%s responds to', (name, given) => {
  test('an admin', async () => {
    expect((await call(admin, name, given)).status).toBe(200)
  })

  test('no anonymous request', async () => {
    await expect(call(anonymous, name, given)).rejects.toMatchObject({ code: '42501' })
  })

  test('nobody who is only signed in', async () => {
    await expect(call(attacker, name, given)).rejects.toMatchObject(forAdminsOnly)
  })
})

describe('an attacker reaches past the functions', () => {
  test.each([
    'status_totals',
    'day_totals',
    'total_changes',
    'customers',
    'customer_total',
    'customer_changes',
    'contact_messages',
    'order_details',
    'order_notes',
    'courier_settings',
    'export_batches',
    'exported_orders',
    'marked_orders',
    'mark_decisions',
    'discarded_orders',
    'decisions',
    'batches',
    'reports',
    'sheet_orders',
    'unbooked_orders',
    'claimable_orders',
    'deletable_orders',
    'waiting',
    'customer_acts',
    'new_chats',
    'order_pages',
    'deleted_orders',
    'outbox',
    'notice_targets',
    'notice_settings',
    'parcels',
    'parcel_events',
    'statements',
    'money_lines',
    'cash_changes',
    'listed_statements',
  ])('no private.%s, and neither does the admin', async (table) => {
    for (const caller of [anonymous, attacker, admin]) {
      await expect(queryAs(caller, `select * from private.${table}`)).rejects.toMatchObject({
        code: '42501',
      })
    }
  })

  test.each([
    "private.read_page('orders', '{}')",
    "private.order_summaries('{NTH00001}')",
    'private.recount_orders()',
    'private.fold_totals()',
    "private.book_orders('{NTH00001}', 'postex')",
    "private.sort_out('{NTH00001}', true, true)",
    'private.undecided_orders(null, null, null)',
    "private.delete_orders('{NTH00001}')",
    'private.notice_state()',
    "private.keep_parcel('NTH00001')",
    "private.apply_statement('{}')",
  ])('no %s, and neither does the admin', async (expression) => {
    for (const caller of [anonymous, attacker, admin]) {
      await expect(queryAs(caller, `select ${expression}`)).rejects.toMatchObject({ code: '42501' })
    }
  })
})

const forAdminsOnly = { code: '42501', message: 'for admins only' }
