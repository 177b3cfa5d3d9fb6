import { adminClient } from '#supabase/admin-client.ts'
import { askAdmin } from './ask-admin.ts'

/**
 * For pages that show nothing of the store: they ask it all the same who is looking, so that a session
 * that is over ends there too. A store that cannot be reached ends nothing.
 */
export async function confirmSession(): Promise<void> {
  await askAdmin(adminClient.rpc('admin_order_counts')).catch(() => {})
}
