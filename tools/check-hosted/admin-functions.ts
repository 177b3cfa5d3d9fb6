/*
 * The functions of the API that respond to admins only, with the types of their parameters. Each asks first
 * who calls. tests/database/grants.test.ts compares the list with the database.
 */
export const adminFunctions = {
  admin_act: { p: 'jsonb' },
  admin_add_target: { p: 'jsonb' },
  admin_batch: { p: 'jsonb' },
  admin_batches: { p: 'jsonb' },
  admin_change_courier: { p: 'jsonb' },
  admin_client: {},
  admin_compare_statement: { p: 'jsonb' },
  admin_couriers: {},
  admin_customer_acts: { p: 'jsonb' },
  admin_customers: { p: 'jsonb' },
  admin_dashboard: {},
  admin_delete_message: { p_id: 'text' },
  admin_erase_customer: { p: 'jsonb' },
  admin_evening: { p: 'jsonb' },
  admin_match_lines: { p: 'jsonb' },
  admin_forget_devices: {},
  admin_help_requests: { p: 'jsonb' },
  admin_mark_help_request: { p: 'jsonb' },
  admin_mark_message: { p_id: 'text', p_is_read: 'boolean' },
  admin_messages: { p: 'jsonb' },
  admin_next_order: { p: 'jsonb' },
  admin_notices: {},
  admin_order: { p_id: 'text' },
  admin_order_counts: {},
  admin_orders: { p: 'jsonb' },
  admin_packable: { p: 'jsonb' },
  admin_parcels: { p: 'jsonb' },
  admin_pause: { p: 'jsonb' },
  admin_remove_target: { p: 'jsonb' },
  admin_resume: { p: 'jsonb' },
  admin_run_list: { p: 'jsonb' },
  admin_save_courier: { p: 'jsonb' },
  admin_save_template: { p: 'jsonb' },
  admin_see_order: { p: 'jsonb' },
  admin_stages: {},
  admin_statement: { p: 'jsonb' },
  admin_statements: { p: 'jsonb' },
  admin_templates: {},
  admin_test_target: { p: 'jsonb' },
  admin_undo_act: { p: 'jsonb' },
  admin_unread_messages: {},
  admin_whole_orders: { p: 'jsonb' },
} as const

export type AdminFunction = keyof typeof adminFunctions

export const adminFunctionNames = Object.keys(adminFunctions) as AdminFunction[]

/** The functions of the program that sends notices, which only the service role may call. */
export const OUTBOX_FUNCTIONS = ['claim_notices', 'report_notices']

const PLACEHOLDERS = { jsonb: {}, text: '-', boolean: true }

/** Arguments that name nothing, so that even a call that is let through changes nothing. */
export function emptyCall(name: AdminFunction): Record<string, unknown> {
  const types: Record<string, keyof typeof PLACEHOLDERS> = adminFunctions[name]
  const values = Object.entries(types).map(([parameter, type]) => [parameter, PLACEHOLDERS[type]])
  return Object.fromEntries(values)
}
