/*
 * The first migration makes in one file what 39 migrations made before it. A backup from then holds the same
 * tables, so it is restored with this one.
 */

/** Days, and the times of their migrations, after the one whose version the first migration has. */
const FORMER: Record<string, string> = {
  '20261121':
    '090100 090200 090300 090400 090500 090550 090600 090700 090750 090800 090900 091000 091100 091150 091200 091300',
  '20261122': '090000 090500 091000 092000 100000 101000',
  '20261123':
    '090000 090200 090300 090500 091000 091100 091150 091200 091250 092000 093000 093100 093200 093300 093400 100000',
}

const former = Object.entries(FORMER).flatMap(([day, times]) =>
  times.split(' ').map((time) => `${day}${time}`),
)

/** The versions of a database that had all the former migrations, as they are called today. Others stay. */
export function versionsOfToday(versions: readonly string[]): string[] {
  const hadAll = former.every((version) => versions.includes(version))
  return versions.filter((version) => !(hadAll && former.includes(version)))
}
