/*
 * `npm run compare:hosts -- http://localhost:8888 http://localhost:4321`: asks two servers of the same
 * build for every path of paths.txt and every file that the home page names, by GET and by HEAD, and
 * prints each difference in status, body and headers, the location among them. `--ignore cache-control`
 * leaves a header out. Ends with 1 where there is a difference.
 */
import { readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { priceList } from '#features/catalogue/price-list.ts'
import { compareHosts } from './compare-hosts.ts'

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { ignore: { type: 'string', multiple: true, default: [] } },
})
const [one, other] = positionals

if (one && other) {
  process.exitCode = await compare(one, other)
} else {
  console.error(
    'Which servers? npm run compare:hosts -- http://localhost:8888 http://localhost:4321',
  )
  process.exitCode = 1
}

async function compare(one: string, other: string): Promise<number> {
  const paths = [...readPaths(), ...(await filesOfHomePage(one))]
  let areAlike = true
  for (const method of ['GET', 'HEAD']) {
    const { alike, differences } = await compareHosts([one, other], paths, {
      method,
      ignored: values.ignore,
    })
    for (const line of differences) console.log(line)
    console.log(`\n${alike} of ${paths.length} paths are alike by ${method}.\n`)
    areAlike &&= differences.length === 0
  }
  return areAlike ? 0 : 1
}

/** One path in each line, exactly as it is sent; `{product}` is each product's id, `#` begins a comment. */
function readPaths(): string[] {
  const text = readFileSync(new URL('paths.txt', import.meta.url), 'utf8')
  const lines = text.split('\n').filter((line) => line.startsWith('/'))
  const ids = priceList.map(({ id }) => id)
  return lines.flatMap((line) => [...new Set(ids.map((id) => line.replace('{product}', id)))])
}

/** Their names change with their content, so no list can hold them. */
async function filesOfHomePage(site: string): Promise<string[]> {
  const page = await fetch(site)
  return [...new Set((await page.text()).match(/\/_astro\/[\w.@/-]+/g) ?? [])]
}
