/* Thirty of the mistakes of `npm run test:setup` (docs/testing.md), without a build. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseEnv } from 'node:util'
import { parseFrontmatter } from 'astro/markdown'
import { afterAll, expect, test } from 'vitest'
import { settings } from '#config/settings.ts'
import { sentenceOf } from '#content-loader/problem.ts'
import { paths } from '#paths.ts'
import { type Mistake, mistakeOf } from '#tests/setup-mistakes/mistakes.ts'
import { openProject, type Refusal } from '#tests/setup-mistakes/refusals.ts'
import { readHostRules } from '#tools/site-server/netlify-rules/host-rules.ts'

const FIRST_SEED = 1
const COUNT = 30

const project = openProject()
afterAll(project.close)

test('the project as it is has no problem', async () => {
  const text = readFileSync('netlify.toml', 'utf8')
  expect((await project.withMistake({ file: 'netlify.toml', text })).problems).toEqual([])
})

test.each(Array.from({ length: COUNT }, (_, nth) => mistakeOf(FIRST_SEED + nth)))(
  'mistake $seed is refused by a sentence that names its file, or changes nothing that is needed: $file, $what',
  async (mistake) => {
    const refusal = await project.withMistake(mistake)
    const sentences = refusal.problems.map(sentenceOf)
    if (sentences.length === 0) await REMAINS[mistake.area](mistake, refusal)
    else expect(sentences.join('\n')).toContain(nameOf(mistake))
  },
)

function nameOf({ area, file }: Mistake): string {
  return area === 'environment' ? 'The environment' : file
}

/** What a mistake that no check refuses must leave as it was. */
const REMAINS: Record<Mistake['area'], (mistake: Mistake, refusal: Refusal) => unknown> = {
  settings: (_, { settings: changed }) => {
    const shape = (data: object | undefined) =>
      Object.entries(data ?? {}).map(([field, value]) => [field, typeof value])
    expect(shape(changed).sort()).toEqual(shape(settings).sort())
    expect(changed?.whatsApp).toMatch(/^(923\d{9})?$/)
    expect(changed?.phone).toMatch(/^(\+92 ?3(\d ?){9})?$/)
  },
  prices: ({ text }) => {
    const keys = (json: string) =>
      (JSON.parse(json) as { id: string; sizes: { label: string }[] }[])
        .flatMap(({ id, sizes }) => sizes.map(({ label }) => `${id} ${label}`))
        .sort()
    expect(keys(text)).toEqual(keys(readFileSync('src/content/price-list.json', 'utf8')))
  },
  article: ({ text }) => {
    const { frontmatter } = parseFrontmatter(text)
    expect(frontmatter).toMatchObject({
      title: expect.stringMatching(/\S/),
      date: expect.any(Date),
      cover: expect.stringMatching(/^\.\.\/\.\.\/assets\/blog\//),
    })
  },
  rules: async ({ text }) => expect(await responses(text)).toEqual(await responses()),
  environment: ({ text }) => {
    const { PUBLIC_SUPABASE_URL, PUBLIC_ORDER_FORM_URL = '/' } = parseEnv(text)
    expect([PUBLIC_SUPABASE_URL, PUBLIC_ORDER_FORM_URL]).toEqual([
      '/',
      expect.stringMatching(/^\//),
    ])
  },
}

const ASKED = [
  ...Object.values(paths).filter((path) => typeof path === 'string'),
  ...[paths.confirmation, paths.tracking, paths.adminOrder, paths.product].map((at) => at('NOPE')),
  ...['/blog/7', '/order/tracking', '/order/confirmation', '/admin/order', '/404', '/nowhere'],
]

/** Where the host leads paths, without headers' values. */
async function responses(toml = readFileSync('netlify.toml', 'utf8')): Promise<unknown[]> {
  const root = mkdtempSync(join(tmpdir(), 'zulf-rules-'))
  writeFileSync(join(root, 'netlify.toml'), toml)
  const rules = await readHostRules(root)
  rmSync(root, { recursive: true })
  return ASKED.map((path) => {
    const { to, status, force } = rules.ruleFor(path, '') ?? {}
    return [path, to, status, Boolean(force), Object.keys(rules.headersFor(path)).sort()]
  })
}
