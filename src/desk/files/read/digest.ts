/* What recognizes a file whatever it is called, and however it was saved (docs/desk-rules.md, rule 22.33). */
import type { FileLine } from './courier-file.ts'

/** SHA-256 of the lines in any order, as 64 hexadecimal digits. */
export async function digestOf(courier: string, lines: readonly FileLine[]): Promise<string> {
  const text = JSON.stringify([courier, ...lines.map(normalized).sort()])
  const hash = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text))
  return [...new Uint8Array(hash)].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}

/** Leaves out times: a CSV file has them as they were shown. */
function normalized({ reference, trackingNumber, word, reason, at, money }: FileLine): string {
  const amounts = money.map(({ kind, amount, dated }) => `${kind} ${amount} ${dated ?? ''}`)
  return JSON.stringify([reference, trackingNumber, word, reason, at?.slice(0, 10), amounts.sort()])
}
