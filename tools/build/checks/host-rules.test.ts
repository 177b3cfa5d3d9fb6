import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { sentenceOf } from '#content-loader/problem.ts'
import { hostRules } from './host-rules.ts'
import type { Project } from './project.ts'

const toml = readFileSync('netlify.toml', 'utf8')
const root = mkdtempSync(join(tmpdir(), 'zulf-rules-'))
afterAll(() => rmSync(root, { recursive: true }))

async function problems(changed: string): Promise<string[]> {
  writeFileSync(join(root, 'netlify.toml'), changed)
  return (await hostRules({ root } as Project)).map(sentenceOf)
}

test('rule 20.8: the rules of the shop are right', async () => {
  expect(await problems(toml)).toEqual([])
})

// Those that forward addresses of before belong to no page.
const RULES = (toml.match(/\[\[redirects\]\]\n(?: .*\n)+/g) ?? []).filter(
  (rule) => !rule.includes('status = 301'),
)

test.each(RULES)('rule 20.8: without this rule a build stops: %s', async (rule) => {
  const [, from = ''] = /from = "(.*)"/.exec(rule) ?? []
  expect(await problems(toml.replace(rule, ''))).toContainEqual(
    expect.stringContaining(`Write a rule from = "${from}"`),
  )
})

test.each(['Strict-Transport-Security', 'X-Frame-Options', 'Referrer-Policy'])(
  'rule 20.8: a build stops without the header %s',
  async (name) => {
    expect(await problems(toml.replace(new RegExp(`^ *${name} = .*\n`, 'm'), ''))).toEqual([
      expect.stringContaining(`netlify.toml: / has no header ${name} with `),
    ])
  },
)

test('rule 20.8: a redirect of a page, and a file that cannot be read, are named', async () => {
  const rule = '[[redirects]]\n  from = "/about"\n  to = "/"\n  status = 301\n'
  expect(await problems(toml.replace('[[redirects]]', () => `${rule}\n[[redirects]]`))).toEqual([
    expect.stringContaining(
      '/about must be as the build makes it, and the rule from /about to / (301) takes it',
    ),
  ])
  expect(await problems(toml.replace('to = "/404.html"', 'to = "/404.html'))).toEqual([
    expect.stringMatching(/^netlify\.toml: cannot be read \(.*\)\. Compare its quotes/s),
  ])
})

const redirect = (from: string, to: string, rest: string) =>
  `[[redirects]]\n  from = "${from}"\n  to = "${to}"\n  ${rest}\n`
const withRule = (rule: string) => toml.replace('[[redirects]]', () => `${rule}\n[[redirects]]`)

test.each([
  ['/instagram', 'https://www.instagram.com/zulf', 'status = 302'],
  ['/shop/*', '/products', 'status = 301'],
  ['/blog/old-post', '/blog/2', 'status = 301'],
  ['https://www.zulf.pk/*', 'https://zulf.pk/:splat', 'status = 301\n  force = true'],
])('rule 20.8: a redirect of %s is left alone', async (from, to, rest) => {
  expect(await problems(withRule(redirect(from, to, rest)))).toEqual([])
})

test.each([
  ['/*', 'status = 200\n  conditions = { Country = ["PK"] }', '/order/confirmation/ABCDEFGH'],
  ['/products', 'status = 301\n  conditions = { Language = ["ur"] }', '/products'],
  ['/order/*', 'status = 200\n  conditions = { Role = ["admin"] }', '/order/confirmation/ABCDEFGH'],
  ['/blog/:id', 'status = 302\n  query = { new = ":new" }', '/blog/999999999'],
])('rule 20.8: %s under a condition is named: %s', async (from, rest, path) => {
  expect(await problems(withRule(redirect(from, '/x', rest)))).toEqual([
    expect.stringContaining(
      `netlify.toml: the rule from ${from} to /x takes ${path} under a condition (`,
    ),
  ])
})

test.each(['/blog/2', '/product/oil', '/_astro/*', '/sitemap-0.xml', '/rss.xml'])(
  'rule 20.8: a forced redirect of %s is named',
  async (from) => {
    for (const file of ['blog/2.md', 'products/oil.md']) {
      mkdirSync(join(root, 'src/content', file, '..'), { recursive: true })
      writeFileSync(join(root, 'src/content', file), '')
    }
    expect(await problems(withRule(redirect(from, '/', 'status = 301\n  force = true')))).toEqual([
      expect.stringContaining(`and the rule from ${from} to / (301) takes it. Remove that rule`),
    ])
  },
)

test('rule 20.8: a catch-all is one sentence, however many pages it takes', async () => {
  expect(await problems(withRule(redirect('/*', '/index.html', 'status = 200')))).toContainEqual(
    expect.stringContaining(
      'a path that no page has must be a 404, and the rule from /* to /index',
    ),
  )
  const rule = redirect('/*', '/404.html', 'status = 404\n  force = true')
  const [first, ...others] = (await problems(toml + rule)).filter((one) => one.includes('/*'))
  expect(first).toMatch(/^netlify\.toml: \/ and \d+ more must be as the build makes it/)
  expect(others).toEqual([])
})

test('rule 20.8: rules of the host in another file, and a second content policy, are named', async () => {
  mkdirSync(join(root, 'public'))
  writeFileSync(join(root, 'public/_redirects'), '/* /index.html 200\n')
  expect(await problems(toml)).toEqual([
    'public/_redirects: stands before the rules of netlify.toml. Move its rules to netlify.toml, and remove it.',
  ])
  rmSync(join(root, 'public'), { recursive: true })
  const policy = 'Content-Security-Policy = "default-src \'self\'"'
  expect(await problems(toml.replace(/X-Frame.*/, (line) => `${line}\n    ${policy}`))).toEqual([
    expect.stringContaining('netlify.toml: has a Content-Security-Policy'),
  ])
})
