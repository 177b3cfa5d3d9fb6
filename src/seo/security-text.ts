import { DAY_MS } from '#kit/day-ms.ts'
import { absolute } from './page-metadata.ts'

/** RFC 9116 recommends less than a year. */
const VALID_DAYS = 360

/** A security.txt (RFC 9116). It expires about a year after `builtAt`. */
export function securityText(email: string, builtAt: Date): string {
  const expires = new Date(builtAt.getTime() + VALID_DAYS * DAY_MS)
  return `Contact: mailto:${email}
Expires: ${expires.toISOString().replace(/\.\d+Z$/, 'Z')}
Preferred-Languages: en, ur
Canonical: ${absolute('/.well-known/security.txt')}
`
}
