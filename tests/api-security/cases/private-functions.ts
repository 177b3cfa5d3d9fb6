import { expect } from 'vitest'
import { type AttackCase, fact } from '../attack-case.ts'
import { expectDenied, expectError } from '../outcomes.ts'
import { letter, victim } from '../planted.ts'

const INNER: [name: string, given: object][] = [
  ['place_order_impl', { p: {} }],
  ['is_admin', {}],
  ['hit', { bucket: 'x' }],
  ['count_call', { purpose: 'miss' }],
  ['find_order', { p_id: victim.id }],
  ['view_order', { p_id: victim.id }],
  ['show_order', { shown: null, in_full: true }],
  ['look_at_order', { p_id: victim.id, p_token: null }],
  ['step_to_processing', { p_id: victim.id }],
  ['save_order', { p: {} }],
  ['mask_address', { address: {} }],
  ['holds_token', { p_id: victim.id, p_token: 'x' }],
  ['recount_orders', {}],
  ['uncount_call', { purpose: 'miss' }],
  ['change_count', { purpose: 'miss', client: '203.0.113.9', change: -255 }],
  ['client_address', {}],
  ['clean_text', { typed: 'x' }],
  ['short_pieces', { searched: 'x' }],
  ['summarize_orders', { ids: [victim.id] }],
  ['newest_orders', { most: 5 }],
  ['save_message', { p: letter }],
  ['show_messages', { ids: [letter.messageId] }],
  ['answer_unread', {}],
  ['settle_order', {}],
  ['uid', {}],
  ['jwt', {}],
  ['crypt', { a: 'x', b: 'y' }],
  ['gen_salt', { a: 'bf' }],
  ['pg_sleep', { seconds: 1 }],
  ['set_config', { setting_name: 'role', new_value: 'postgres', is_local: true }],
  ['pg_read_file', { filename: '/etc/passwd' }],
  ['query_to_xml', { query: 'select * from public.orders' }],
  ['lo_import', { path: '/etc/passwd' }],
  ['exec_sql', { sql: 'select 1' }],
]

const ADMINS: [name: string, given: object][] = [
  ['admin_orders', { p: {} }],
  ['admin_orders', {}],
  ['admin_order', { p_id: victim.id }],
  ['admin_order_counts', {}],
  ['admin_dashboard', {}],
  ['admin_client', {}],
  ['admin_customers', { p: { search: '03' } }],
  ['admin_erase_customer', { p: { order: victim.id } }],
  ['admin_messages', { p: {} }],
  ['admin_messages', {}],
  ['admin_unread_messages', {}],
  ['admin_mark_message', { p_id: letter.messageId, p_is_read: true }],
  ['admin_delete_message', { p_id: letter.messageId }],
]

export const privateFunctions: AttackCase[] = [
  ...INNER.map(([name, given]) =>
    fact(`A111 ${name} has no address`, async (shop) => {
      expectError(await shop.call(name, given), 404, 'PGRST202')
      expect((await shop.ask(`/rest/v1/rpc/${name}`)).status).toBe(404)
    }),
  ),
  ...ADMINS.map(([name, given]) =>
    fact(`A110 A111 ${name} of ${JSON.stringify(given)} is not for visitors`, async (shop) => {
      expectDenied(await shop.call(name, given))
    }),
  ),
  ...['private.place_order', 'private%2Eis_admin', 'public.get_order', '../private/is_admin'].map(
    (name) =>
      fact(`A111 no dot leads to another schema: ${name}`, async (shop) => {
        expectError(await shop.call(name, {}), 404)
      }),
  ),
]
