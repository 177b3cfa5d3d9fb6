/* Amounts as files write them, in minor units. No fraction is ever a binary number. */
import { foldDigits } from '#kit/text.ts'

export interface Amount {
  minor: number
  /** Whether it had more than two decimals. */
  isRounded: boolean
}

/** What stands in a cell without a value. */
export const NOTHING = /^(-*|nil|null|none|n\/?a)$/i

/** `1,234` and `1,23,456`, as people here group digits, or digits alone. */
const DIGITS = /^(?:\d{1,3}(?:,\d{2,3})*,\d{3}|\d{1,11})(?:\.(\d*))?$|^\.(\d+)$/

/** `Rs. 1,234.50`, `₨ 120`, `(120)`, `120-`, `1,500/-` and `۱٬۵۰۰٫۵`. Undefined where it is no amount; zero for an empty cell. */
export function parseAmount(cell: string): Amount | undefined {
  const text = foldDigits(cell)
    .replace(/^'|\s/g, '')
    .replace(/[−–]/g, '-')
    .replaceAll('٫', '.')
    .replaceAll('٬', ',')
    .replace(/\/[-=]$/, '')
  if (NOTHING.test(text)) return { minor: 0, isRounded: false }
  const bare = text.replace(/(rs|pkr|₨|روپے)\.?/i, '')
  const isNegative = /^\(.+\)$/.test(bare) || /^-/.test(bare) !== /.-$/.test(bare)
  const number = bare.replace(/^\((.+)\)$/, '$1').replace(/^-|-$|^\+/g, '')
  if (!DIGITS.test(number)) return undefined
  const [whole = '', decimals = ''] = number.replaceAll(',', '').split('.')
  const minor = Number(`${whole}${decimals.slice(0, 2).padEnd(2, '0')}`)
  // Half a unit and more is one.
  const rounded = minor + (Number(decimals[2] ?? 0) >= 5 ? 1 : 0)
  return {
    minor: isNegative && rounded > 0 ? -rounded : rounded,
    isRounded: /[1-9]/.test(decimals.slice(2)),
  }
}
