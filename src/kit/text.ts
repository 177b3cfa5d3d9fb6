/*
 * Normalizes typed text. private.clean_text() and clean_code() in the database do the same, character for character:
 * change both, and the cases in tests/support/address-cases.ts.
 */
import './missing-apis.ts'

/**
 * Marks of direction and of line breaks, which keyboards add unseen and which can disguise a name. Urdu words need
 * U+200C and U+200D.
 */
const MARKS = /[\u00AD\u061C\u200B\u200E\u200F\u202A-\u202E\u2060-\u206F]/g

/** Controls, line ends and the spaces of other scripts: a run of them is one space. */
const ODD_SPACES = /[\p{Cc}\u00A0\u1680\u2000-\u200A\u2028\u2029\u202F\u205F\u3000\uFEFF]+/gu

/** Characters that print nothing, and the empty Braille cell. Some are valid inside Urdu words, but not alone. */
const INVISIBLE = /[\p{Default_Ignorable_Code_Point}\u2800]/gu

/** The first digit of each script that people here type digits in: Arabic-Indic, Urdu, full-width. */
const ZEROS = [0x0660, 0x06f0, 0xff10]

/**
 * One line in Unicode normal form C, without marks that nobody sees, trimmed. Idempotent: the normal form is
 * made last, since a removed character can separate a letter from its accent.
 */
export function cleanText(text: string): string {
  return text
    .toWellFormed()
    .replace(MARKS, '')
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

/** A code or a number on one line: ASCII digits, and no character that only formats text. */
export function cleanCode(typed: string): string {
  return foldDigits(cleanText(typed.replace(/\p{Cf}/gu, '')))
}

/** `۱۲` → `12`. NaN where the text is not the digits of one whole number. */
export function wholeNumber(typed: string): number {
  const text = cleanCode(typed)
  return /^\d{1,15}$/.test(text) ? Number(text) : Number.NaN
}

/** `1 row`, `2 rows`. */
export function countOf(count: number, noun: string): string {
  return `${count} ${count === 1 ? noun : `${noun}s`}`
}

/** ` (2)`, after the name of what is counted; nothing where there is none. */
export function inBrackets(count: number): string {
  return count > 0 ? ` (${count})` : ''
}

export function capitalized(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}
