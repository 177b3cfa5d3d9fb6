/*
 * Normalizes typed text. private.clean_text() in the database does the same, character for character:
 * change both, and the cases in tests/support/address-cases.ts.
 */
import './missing-apis.ts'

/** Bidirectional marks: they change the reading order, and so can disguise a name. */
const DIRECTION_CONTROLS = /[\u202A-\u202E\u2066-\u2069]/g

/** Controls, line ends and the spaces of other scripts: a run of them is one space. */
const ODD_SPACES = /[\p{Cc}\u00A0\u1680\u2000-\u200A\u2028\u2029\u202F\u205F\u3000\uFEFF]+/gu

/** Characters that print nothing, and the empty Braille cell. Some are valid inside Urdu words, but not alone. */
const INVISIBLE = /[\p{Default_Ignorable_Code_Point}\u2800]/gu

/** The first digit of each script that people here type digits in: Arabic-Indic, Urdu, full-width. */
const ZEROS = [0x0660, 0x06f0, 0xff10]

/**
 * One line in Unicode normal form C, without bidirectional marks, trimmed. Idempotent: the normal form is
 * made last, since a removed character can separate a letter from its accent.
 */
export function cleanText(text: string): string {
  return text
    .toWellFormed()
    .replace(DIRECTION_CONTROLS, '')
    .replace(ODD_SPACES, ' ')
    .normalize('NFC')
    .replace(/^ +| +$/g, '')
}

/** Whether a cleaned text has no visible character. */
export function isBlank(text: string): boolean {
  return text.replace(INVISIBLE, '').replaceAll(' ', '') === ''
}

/** Code points, the unit in which Postgres counts. */
export function countCharacters(text: string): number {
  return [...text].length
}

/** `۰۳۰۰` → `0300`. */
export function foldDigits(text: string): string {
  return text.replace(/[\u0660-\u0669\u06F0-\u06F9\uFF10-\uFF19]/g, (digit) => {
    const code = digit.charCodeAt(0)
    const zero = ZEROS.find((start) => code >= start && code <= start + 9) ?? code
    return String(code - zero)
  })
}

/** `۱۲` → `12`. NaN where the text is not the digits of one whole number. */
export function wholeNumber(typed: string): number {
  const text = foldDigits(cleanText(typed))
  return /^\d{1,15}$/.test(text) ? Number(text) : Number.NaN
}

/** `1 row`, `2 rows`. */
export function countOf(count: number, noun: string): string {
  return `${count} ${count === 1 ? noun : `${noun}s`}`
}

export function capitalized(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}
