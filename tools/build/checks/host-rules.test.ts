import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
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

const RULES = toml.match(/\[\[redirects\]\]\n(?: .*\n)+/g) ?? []

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
    expect.stringContaining('/about is a page, and the rule from /about to / (301) takes it'),
  ])
  expect(await problems(toml.replace('to = "/404.html"', 'to = "/404.html'))).toEqual([
    expect.stringMatching(/^netlify\.toml: cannot be read \(.*\)\. Compare its quotes/s),
  ])
})
