/* One line of what sets the shop up, deleted, doubled, renamed, moved or typed wrongly. A seed makes the same mistake again. */
import { globSync, readFileSync } from 'node:fs'
import { randomFrom } from '#tests/support/random-run.ts'

export const AREAS = ['settings', 'prices', 'article', 'rules', 'environment'] as const
type Area = (typeof AREAS)[number]

export interface Mistake {
  seed: number
  area: Area
  file: string
  /** `retype of line 12: "phone: …"`. */
  what: string
  /** The file with the mistake. */
  text: string
}

const FILES: Record<Area, string[]> = {
  settings: ['src/config/settings.ts'],
  prices: ['src/content/price-list.json'],
  article: globSync('src/content/blog/*.md').map((file) => file.replaceAll('\\', '/')),
  rules: ['netlify.toml'],
  environment: ['.env.embedded'],
}

type Kind = (lines: string[], at: number, below: (end: number) => number) => string[]

const KINDS: Record<string, Kind> = {
  delete: (lines, at) => lines.toSpliced(at, 1),
  double: (lines, at) => lines.toSpliced(at, 0, lines[at] ?? ''),
  reorder: (lines, at) => lines.toSpliced(at, 2, lines[at + 1] ?? '', lines[at] ?? ''),
  // A letter of the name before ":" or "=" is left out.
  rename: (lines, at, below) => lines.with(at, withoutSign(lines[at] ?? '', /^\W*\w+/, below)),
  // A sign of the value is left out, or stands there twice, or another in its place.
  retype: (lines, at, below) => lines.with(at, retyped(lines[at] ?? '', below)),
}

export function mistakeOf(seed: number): Mistake {
  const random = randomFrom(seed)
  const below = (end: number) => Math.floor(random() * end)
  const one = <Value>(values: readonly Value[]) => values[below(values.length)] as Value
  const area = one(AREAS)
  const file = one(FILES[area])
  const before = readFileSync(file, 'utf8')
  for (;;) {
    const kind = one(Object.keys(KINDS))
    const lines = before.split('\n')
    const at = below(lines.length)
    const line = lines[at] ?? ''
    // Of an article only its fields; no comment.
    if (line.trim() === '' || /^\s*(#|\/\/|\*|\/\*)/.test(line)) continue
    if (area === 'article' && at > lines.indexOf('---', 1)) continue
    const text = (KINDS[kind] as Kind)(lines, at, below).join('\n')
    if (text !== before) {
      return { seed, area, file, what: `${kind} of line ${at + 1}: ${line.trim()}`, text }
    }
  }
}

function withoutSign(line: string, part: RegExp, below: (end: number) => number): string {
  const [name = ''] = part.exec(line) ?? []
  const letters = name.trimStart().length
  const at = name.length - 1 - below(Math.max(letters, 1))
  return line.slice(0, at) + line.slice(at + 1)
}

function retyped(line: string, below: (end: number) => number): string {
  const [start = ''] = /^[^:=]*[:=]?\s*/.exec(line) ?? []
  const value = line.length - start.length
  if (value === 0) return line
  const at = start.length + below(value)
  const sign = line[at] ?? ''
  const others = [
    '',
    sign + sign,
    /\d/.test(sign) ? String((Number(sign) + 1 + below(9)) % 10) : 'x',
  ]
  return line.slice(0, at) + others[below(others.length)] + line.slice(at + 1)
}
