import { adminClient } from '#api/admin-client.ts'
import { askAdmin } from '../auth/ask-admin.ts'
import type { ErasingResult, WhoseData } from './erasing.ts'

/** Erases for good, in all orders of the customer. May throw a ShopError. */
export async function eraseCustomer(whose: WhoseData): Promise<ErasingResult> {
  const p = { ...whose }
  return (await askAdmin(
    adminClient.rpc('admin_erase_customer', { p }),
  )) as unknown as ErasingResult
}
