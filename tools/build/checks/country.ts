import { existsSync, globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { COUNTRY_CODE } from '#config/country.ts'
import type { Problem } from '#content-loader/problem.ts'
import { LANGUAGE } from '#kit/locale.ts'
import { SHOP_ZONE } from '#kit/shop-zone.ts'
import type { Check } from './project.ts'
import { SETTINGS_FILE } from './settings.ts'

const ZONE_FILE = 'src/kit/shop-zone.ts'

const DESK = 'supabase/schemas/desk'
const MARKS_FILE = `${DESK}/marks.sql`

/** The country, the zone and a sum of money stand in code and SQL as well. */
export const country: Check = ({ root, settings }) => [
  ...countryProblems(settings.country),
  ...zoneProblems(root),
  ...largeAmountProblems(root, settings.largeAmount),
]

/** Phones, provinces, post codes and structured data are those of one country. */
export function countryProblems(name: string): Problem[] {
  const own = new Intl.DisplayNames(LANGUAGE, { type: 'region' }).of(COUNTRY_CODE)
  if (name === own) return []
  return [
    {
      file: SETTINGS_FILE,
      what: `"country" is ${name}, and phones, cities and structured data are those of ${own}`,
      write: `Write ${own}, or change COUNTRY_CODE in src/config/country.ts, src/order/phone.ts and src/order/address first`,
    },
  ]
}

export function zoneProblems(root: string, zone: string = SHOP_ZONE): Problem[] {
  if (!isZone(zone)) {
    const what = `"${zone}" is no time zone`
    return [{ file: ZONE_FILE, what, write: 'Write one such as Asia/Karachi' }]
  }
  return globSync('supabase/schemas/**/*.sql', { cwd: root }).flatMap((file) => {
    const sql = readFileSync(join(root, file), 'utf8')
    const [, other] = [...sql.matchAll(ZONE)].find(([, inSql]) => inSql !== zone) ?? []
    if (!other) return []
    return {
      file: ZONE_FILE,
      what: `the zone is ${zone}, and ${file.replaceAll('\\', '/')} counts days in ${other}`,
      write: `Write ${other}, or change the schemas by a migration (docs/changing.md)`,
    }
  })
}

/** Above it the checkout says that an advance is asked, and the database asks the admin for it. */
function largeAmountProblems(root: string, amount: number): Problem[] {
  // Without the desk the database asks for no advance.
  if (!existsSync(join(root, DESK))) return []
  const sql = readFileSync(join(root, MARKS_FILE), 'utf8')
  const [, inSql = ''] = /\bo\.total > (\d+) then/.exec(sql) ?? []
  if (inSql === String(amount)) return []
  return [
    {
      file: SETTINGS_FILE,
      what: `"largeAmount" is ${amount}, and the database marks orders above ${inSql}`,
      write: `Write ${inSql}, or change private.mark_new_order() by a migration (docs/changing.md)`,
    },
  ]
}

/** Whether this is a time zone, by any of its names: Asia/Kolkata and Asia/Calcutta are one. */
function isZone(zone: string): boolean {
  try {
    new Intl.DateTimeFormat(LANGUAGE, { timeZone: zone })
    return true
  } catch {
    return false
  }
}

/** `at time zone 'Asia/Karachi'`, and constants of it. */
const ZONE = /'((?:Africa|America|Asia|Atlantic|Australia|Europe|Indian|Pacific)\/\w+)'/g
