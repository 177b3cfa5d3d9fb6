import { decodeJwt } from 'jose'

/**
 * A hosted PostgREST connects as a role that may become only these. Ours connects as the owner of
 * everything, the one role that PGlite has, who may become anybody.
 */
const ROLES = ['anon', 'authenticated', 'service_role']

/** Whether a token, whoever signed it, asks to be a role that the API never is. */
export function namesForeignRole(authorization: string | undefined): boolean {
  const token = /^Bearer (.+)$/i.exec(authorization ?? '')?.[1]
  if (!token) return false
  try {
    const { role = 'anon' } = decodeJwt(token)
    return !ROLES.includes(String(role))
  } catch {
    // No token at all: PostgREST says so better.
    return false
  }
}
