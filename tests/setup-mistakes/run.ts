/*
 * `npm run test:setup`: mistakes of whoever sets the shop up, each by a build of a copy of the project. A build stops
 * with a sentence that names the file, or the site has every page, the whole sitemap and the whole feed. Links and
 * pictures that lead nowhere stop it too.
 * Options: --seed 1 --count 300.
 */
import { cpSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { isDeepStrictEqual, parseArgs } from 'node:util'
import { build, copyProject } from '#tests/commands/project-copy.ts'
import { type BuiltShop, readBuiltShop } from './built-shop.ts'
import { AREAS, type Mistake, mistakeOf } from './mistakes.ts'
import { openProject } from './refusals.ts'

const { values } = parseArgs({
  options: { seed: { type: 'string', default: '1' }, count: { type: 'string', default: '300' } },
})
const mistakes = Array.from({ length: Number(values.count) }, (_, nth) =>
  mistakeOf(Number(values.seed) + nth),
)

const shop = copyProject()
// Pictures that are encoded already.
mkdirSync('.cache/astro', { recursive: true })
mkdirSync(join(shop, '.cache'))
symlinkSync(resolve('.cache/astro'), join(shop, '.cache/astro'), 'junction')

const first = await build(shop)
if (first.code !== 0) throw new Error(first.printed)
const whole = readBuiltShop(join(shop, 'dist'))
console.log(`${whole.pages.length} pages, ${whole.sitemap.length} in the sitemap`)

const { refused, accepted } = await sorted()
console.log(`${refused.length} are refused before the build, ${accepted.length} are built`)
const failures: string[] = []
for (const mistake of refused) await expectRefusal(mistake)
for (const group of grouped(accepted)) await expectWhole(group)
rmSync(shop, { recursive: true })
console.log(failures.length === 0 ? 'No failure.' : failures.join('\n'))
process.exitCode = failures.length > 0 ? 1 : 0

/** By the checks alone, which take a moment. */
async function sorted() {
  const project = openProject()
  const refused: Mistake[] = []
  const accepted: Mistake[] = []
  for (const mistake of mistakes) {
    const { problems } = await project.withMistake(mistake)
    ;(problems.length > 0 ? refused : accepted).push(mistake)
  }
  project.close()
  return { refused, accepted }
}

/** One of each area, so that one build shows several. */
function grouped(all: Mistake[]): Mistake[][] {
  const rows = AREAS.map((area) => all.filter((mistake) => mistake.area === area))
  const length = Math.max(...rows.map((row) => row.length))
  return Array.from({ length }, (_, nth) => rows.flatMap((row) => row[nth] ?? []))
}

async function built(group: Mistake[]) {
  for (const { file, text } of group) writeFileSync(join(shop, file), text)
  const ended = await build(shop)
  const shown = ended.code === 0 ? readBuiltShop(join(shop, 'dist')) : undefined
  for (const { file } of group) cpSync(file, join(shop, file))
  return { ...ended, shown }
}

async function expectRefusal(mistake: Mistake): Promise<void> {
  const { code, printed } = await built([mistake])
  const sentence = printed.split('\n').find((line) => line.includes(nameOf(mistake)))
  if (code !== 0 && sentence && !hasTrace(mistake, printed))
    console.log(`${title(mistake)}\n  ${sentence.trim()}`)
  else
    fail(
      [mistake],
      code === 0 ? 'was built' : `has no sentence, or a stack trace:\n${printed.slice(-1500)}`,
    )
}

async function expectWhole(group: Mistake[]): Promise<void> {
  const { code, printed, shown } = await built(group)
  if (code === 0 && isDeepStrictEqual(shown, whole)) return console.log(group.map(title).join('\n'))
  if (group.length > 1) {
    for (const mistake of group) await expectWhole([mistake])
    return
  }
  const [mistake] = group
  const isNamed =
    code !== 0 && mistake && printed.includes(nameOf(mistake)) && !hasTrace(mistake, printed)
  if (!isNamed) fail(group, code === 0 ? differences(shown) : printed.slice(-1500))
}

/** Settings that are no TypeScript stop Astro's configuration, which prints the line, and a trace below it. */
function hasTrace({ area }: Mistake, printed: string): boolean {
  return area !== 'settings' && /^\s+at .*:\d+:\d+\)?$/m.test(printed)
}

function nameOf({ area, file }: Mistake): string {
  return area === 'environment' ? 'The environment' : file
}

function title({ seed, file, what }: Mistake): string {
  return `${seed} ${file}, ${what.slice(0, 90)}`
}

function fail(group: Mistake[], why: string): void {
  const failure = `FAILED ${group.map(title).join('; ')}: ${why}`
  failures.push(failure)
  console.log(failure)
}

function differences(shown: BuiltShop | undefined): string {
  const { pages, sitemap, feedItems } = shown ?? whole
  const gone = (before: string[], now: string[]) => before.filter((one) => !now.includes(one))
  return JSON.stringify({
    pages: gone(whole.pages, pages),
    sitemap: gone(whole.sitemap, sitemap),
    feedItems,
  })
}
