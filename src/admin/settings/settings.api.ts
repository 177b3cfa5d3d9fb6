import { adminRpc } from '#admin/auth/admin-request.ts'

/** The client under which the backend counts this admin's requests (docs/product.md, rule 16.11). */
export interface CountedClient {
  /** An IPv4 address or an IPv6 network; null where the backend finds none. */
  address: string | null
  /** The request header that it was read from. */
  header: string | null
}

export async function fetchClient(): Promise<CountedClient> {
  return adminRpc<CountedClient>('admin_client')
}
