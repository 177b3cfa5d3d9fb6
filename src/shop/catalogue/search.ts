/* The catalogue's search (docs/product.md, rule 1.11). */

/** What people who write Urdu, in either script, call what is sold. A word that is '' is left out. */
const URDU: Record<string, string> = {
  oil: 'تیل آئل tel tail teil',
  hair: 'بال بالوں بالو ہیئر baal bal baalon balon baalo balo',
  '': 'کا کے کی لیے لئے والا ka ke ki liye lie wala',
}

const ENGLISH = new Map(
  Object.entries(URDU).flatMap(([english, words]) =>
    words.split(' ').map((word) => [foldText(word), english] as const),
  ),
)

/**
 * In lower case, with plain letters and digits for full-width ones and other forms, the letters of Urdu for those of
 * Arabic keyboards, and one space for several.
 */
export function foldText(text: string): string {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[يى]/g, 'ی')
    .replace(/ك/g, 'ک')
    .replace(/\s+/g, ' ')
    .trim()
}

/** Whether a folded text has what was typed, as it is written, or what its Urdu words mean. */
export function isFoundIn(text: string, typed: string): boolean {
  const query = foldText(typed)
  if (text.includes(query)) return true
  const words = query.split(' ')
  if (!words.some((word) => ENGLISH.get(word))) return false
  return words.every((word) => text.includes(ENGLISH.get(word) ?? word))
}
