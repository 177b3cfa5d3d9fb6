/** The tables that a backup restores. */
const TABLES = [
  'public.orders',
  'private.order_keys',
  'private.order_details',
  'private.order_notes',
  'private.help_requests',
  'private.unsent_copies',
  'private.order_audit',
  'private.mark_decisions',
  'private.marked_orders',
  'private.discarded_orders',
  'private.deleted_orders',
  'private.courier_settings',
  'private.export_batches',
  'private.exported_orders',
  'private.confirmation_attempts',
  'private.confirm_codes',
  'private.told_messages',
  'private.message_templates',
  'private.joined_orders',
  'private.acts_seen',
  'private.customers',
  'private.customer_changes',
  'private.total_changes',
  'private.catalogue_sizes',
  'private.store_admins',
  'private.contact_messages',
  'private.erasures',
]

type RunSql = (sql: string) => Promise<unknown[]>

/** Rows by table name. */
export async function readSavedTables(sql: RunSql): Promise<Record<string, unknown>> {
  const tables: Record<string, unknown> = {}
  for (const table of TABLES) {
    tables[table] = await sql(`select row::text from ${table} as row order by 1`)
  }
  return tables
}
