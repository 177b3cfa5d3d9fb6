import { adminClient } from '#api/admin-client.ts'
import { askAdmin } from '#features/admin/auth/ask-admin.ts'

/** What the limits of the backend count this admin's requests under. */
export interface CountedClient {
  /** An IPv4 address or an IPv6 network; null where the backend reads none. */
  address: string | null
  /** The request header that it was read from. */
  header: string | null
}

export async function fetchClient(): Promise<CountedClient> {
  return (await askAdmin(adminClient.rpc('admin_client'))) as unknown as CountedClient
}
