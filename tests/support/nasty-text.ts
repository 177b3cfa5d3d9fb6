/* Random text with unusual Unicode, for rules that must hold for all text. */
import fc from 'fast-check'

/** Spaces, line ends and controls, whether Unicode calls them white space or not. */
const SPACES =
  '\t\n\v\f\r \u0085\u00A0\u1680\u180E\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009' +
  '\u200A\u2028\u2029\u202F\u205F\u3000\uFEFF'
const DIRECTIONS = '\u061C\u200E\u200F\u202A\u202B\u202C\u202D\u202E\u2066\u2067\u2068\u2069'
const INVISIBLE =
  '\u00AD\u034F\u115F\u17B4\u200B\u200C\u200D\u2060\u2800\u3164\uFE0F\uFFA0\u{E0041}'
const DIGITS = '0123456789۰۱۲۳۴۵۶۷۸۹٠١٢٣٤٥٦٧٨٩０１２３４５６７８９०१²①'
/** Characters that normalization changes. */
const CHANGING = '\u0340\u0344\u0958\u0F73\u1E9B\u2126\u212B\u2ADC\uFB1D\u{1D15E}\u{2F800}'
const FAMILIES = ['🌿', '👩‍👩‍👧‍👦', '🇵🇰', 'e\u0301', '\u1100\u1161\u11A8']

const nastyCharacter = fc.oneof(
  { weight: 6, arbitrary: codePoint(0x20, 0x7e) },
  { weight: 3, arbitrary: fc.constantFrom(...DIGITS) },
  { weight: 2, arbitrary: codePoint(0x0600, 0x06ff) },
  fc.constantFrom(...SPACES),
  fc.constantFrom(...DIRECTIONS),
  fc.constantFrom(...INVISIBLE),
  fc.constantFrom(...CHANGING),
  fc.constantFrom(...FAMILIES),
  // Accents of many combining classes, and the parts of Korean syllables.
  codePoint(0x0300, 0x036f),
  codePoint(0x1100, 0x11ff),
  codePoint(0, 0xffff),
  codePoint(0x10000, 0x10ffff),
  // Half of a surrogate pair, and NUL, which Postgres does not hold.
  fc.oneof(codePoint(0xd800, 0xdfff), fc.constant('\0')),
)

/** Without a vowel of Old Korean, which normalize() of Postgres 17 drops after a syllable. */
export const nastyText = fc
  .array(nastyCharacter, { maxLength: 12 })
  .map((characters) => characters.join('').replaceAll('\u11A7', ''))

/** Mostly short; some texts of about `limit` code points, and some of ten times as many. */
export function aroundLength(limit: number): fc.Arbitrary<string> {
  const length = fc.oneof(
    { weight: 6, arbitrary: fc.constant(0) },
    { weight: 3, arbitrary: fc.integer({ min: limit - 1, max: limit + 1 }) },
    { weight: 1, arbitrary: fc.constant(limit * 10) },
  )
  const filler = fc.constantFrom('a', '7', '۷', ...FAMILIES)
  return fc.tuple(nastyText, length, filler).map(([text, wanted, more]) => {
    const missing = Math.max(0, wanted - [...text].length)
    return text + more.repeat(Math.ceil(missing / [...more].length))
  })
}

function codePoint(first: number, last: number): fc.Arbitrary<string> {
  return fc.integer({ min: first, max: last }).map((code) => String.fromCodePoint(code))
}
