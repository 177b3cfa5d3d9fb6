import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { aFolder } from '#tests/support/shop-server.ts'
import { neededRules } from '#tools/second-host/pages-files.ts'
import { readHeaderRules } from '#tools/site-server/netlify-rules/host-rules.ts'
import { headerRules } from './header-rules.ts'

const folder = aFolder('header-rules')
afterAll(folder.remove)

const root = process.cwd()

test('a build warns from 90 rules of headers on, and goes on', async () => {
  const own = neededRules(await readHeaderRules(root)).length
  expect(await problemsOf(89 - own)).toEqual([])
  expect(await problemsOf(90 - own)).toMatchObject([
    {
      what: expect.stringContaining('reads 100 rules of headers, and the site has 90'),
      isWarning: true,
    },
  ])
})

function problemsOf(articles: number) {
  const rules = Array.from(
    { length: articles },
    (_, nth) => `/blog/${nth}\n  X-Robots-Tag: noindex`,
  )
  writeFileSync(join(folder.path, '_headers'), `${rules.join('\n')}\n`)
  return headerRules({ root, folder: folder.path, site: 'https://zulf.pk' })
}
