/* The checks that compare a file with another, on a folder with what a build reads. */
import { mkdirSync, readdirSync, readFileSync, rmSync, unlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type Settings, settings } from '#config/settings.ts'
import { sentenceOf } from '#content-loader/problem.ts'
import { openProject } from '#tests/setup-mistakes/refusals.ts'
import type { Env } from '../build-settings.ts'
import { projectProblems } from './checks.ts'
import { zoneProblems } from './country.ts'

const LOCAL = {
  PUBLIC_SUPABASE_URL: '/',
  PUBLIC_SUPABASE_PUBLISHABLE_KEY: 'sb_publishable_local',
}
const HOSTED = { ...LOCAL, PUBLIC_SUPABASE_URL: 'https://abc.supabase.co' }

let project: ReturnType<typeof openProject>
beforeEach(() => {
  project = openProject()
})
afterEach(() => project.close())

function put(file: string, contents: string | Buffer): void {
  mkdirSync(dirname(join(project.root, file)), { recursive: true })
  writeFileSync(join(project.root, file), contents)
}

async function sentences(changes: Partial<Settings> = {}, env: Env = LOCAL): Promise<string[]> {
  const variables = [...Object.keys(LOCAL), 'PUBLIC_ORDER_FORM_URL', 'PUBLIC_CONTACT_FORM_URL']
  const all = { ...settings, ...changes }
  const site = 'https://zulf.pk'
  return (await projectProblems({ root: project.root, settings: all, site, env, variables })).map(
    sentenceOf,
  )
}

test('rule 9.19: nothing is wrong with the shop as it is', async () => {
  expect(await sentences()).toEqual([])
})

test.each(['blog/9.MD', 'blog/9.mdx', 'blog/10.md.txt', 'blog/2026/9.md', 'news/1.md', '9.md'])(
  'rule 9.19: %s, which no page reads, is named',
  async (file) => {
    put(`src/content/${file}`, '---\n---\n')
    expect(await sentences()).toEqual([
      expect.stringContaining(`src/content/${file}: is not read. Rename it`),
    ])
  },
)

test('rule 9.19: a passage that "About" does not show is named', async () => {
  put('src/content/about/history.md', '---\n---\n')
  expect(await sentences()).toEqual([
    expect.stringContaining('src/content/about/history.md: is no passage of the page "About".'),
  ])
})

test.each([
  ['Windows-1252', Buffer.from('Caf\u00e9', 'latin1')],
  ['UTF-16', Buffer.from('\uFEFFCaf\u00e9', 'utf16le')],
  ['UTF-16 without a mark', Buffer.from('Cafe', 'utf16le')],
])('rule 9.19: a file in %s is named', async (_, contents) => {
  put('src/content/blog/9.md', contents)
  expect(await sentences()).toEqual([
    'src/content/blog/9.md: is not UTF-8. Open it and save it as UTF-8.',
  ])
})

test.each(['.DS_Store', 'Thumbs.db', 'desktop.ini', '.9.md.swp'])(
  'rule 9.19: %s, which a system writes by itself, is left alone',
  async (name) => {
    put(`src/content/blog/${name}`, Buffer.from([0, 255]))
    expect(await sentences()).toEqual([])
  },
)

test('rule 9.19: an empty and a large picture in public are named, a small one is not', async () => {
  unlinkSync(join(project.root, 'public'))
  put('public/small.svg', '<svg/>')
  put('public/empty.png', '')
  put('public/camera/IMG_1.JPG', Buffer.alloc(300_001))
  expect((await sentences()).sort()).toEqual([
    expect.stringMatching(/^public\/camera\/IMG_1\.JPG: the picture has 301 kB, .* Save it with/),
    'public/empty.png: the picture is empty. Save it again.',
  ])
})

test('rule 9.19: a letter that an editor has lost is named', async () => {
  put('src/content/blog/9.md', 'Caf\uFFFD')
  expect(await sentences()).toEqual([
    'src/content/blog/9.md: has \uFFFD, which an editor wrote in place of a letter. Write that letter again.',
  ])
})

test('rules 9.2 and 9.19: a file that pages need is missed, and so are testimonials for a row of three', async () => {
  rmSync(join(project.root, 'src/content/legal/terms.md'))
  const folder = join(project.root, 'src/content/testimonials')
  for (const file of readdirSync(folder).slice(2)) rmSync(join(folder, file))
  expect(await sentences()).toEqual([
    'src/config/settings.ts: shows.testimonials is true, and src/content/testimonials has 2 files of at least 3. Write false, or add files.',
    'src/content/legal/terms.md: is missing, and pages show or link to it. Put it back.',
  ])
})

test.each([
  ['whatsApp', 'src/content/faq/ordering.md', 'WhatsApp'],
  ['phone', 'src/content/help/our-parcel.md', 'call us'],
  ['email', 'src/content/legal/returns.md', 'our email'],
] as const)(
  'rule 9.19: without %s each line that promises it is named',
  async (field, file, words) => {
    const named = await sentences({ [field]: '' })
    expect(named).toContainEqual(
      expect.stringMatching(new RegExp(`^${file}: line \\d+ says "${words}", and "${field}" in `)),
    )
    for (const sentence of named) {
      const [, at = '', line = ''] = /^(\S+): line (\d+) says/.exec(sentence) ?? []
      const text = readFileSync(at, 'utf8').split('\n')[Number(line) - 1]
      expect(text).toMatch(/whatsapp|call us|phone|numbers|mail/i)
    }
  },
)

test('rule 9.19: a published shop has a way to reach it', async () => {
  const none = { whatsApp: '', phone: '', email: '' }
  const alone = expect.stringContaining('"phone", "whatsApp" and "email" are all empty')
  expect(await sentences(none)).not.toContainEqual(alone)
  expect(await sentences(none, HOSTED)).toContainEqual(alone)
})

test('rule 9.19: a country, a sum or a zone that stands elsewhere in code or SQL is named', async () => {
  expect(await sentences({ country: 'India' })).toEqual([
    expect.stringContaining('src/config/settings.ts: "country" is India, and phones'),
  ])
  expect(await sentences({ largeAmount: 20_000 })).toEqual([
    'src/config/settings.ts: "largeAmount" is 20000, and the database marks orders above 200000. Write 200000, or change private.mark_new_order() by a migration (docs/changing.md).',
  ])
  expect(zoneProblems('.', 'Asia/Lahore').map(sentenceOf)).toEqual([
    'src/kit/shop-zone.ts: "Asia/Lahore" is no time zone. Write one such as Asia/Karachi.',
  ])
  expect(zoneProblems('.', 'Asia/Kolkata').map(sentenceOf)).toContainEqual(
    expect.stringContaining('the zone is Asia/Kolkata, and supabase/schemas/'),
  )
})

test.each<[Env, string]>([
  [{ SERVICE_WORKER: 'false' }, 'SERVICE_WORKER is false. Write off'],
  [
    { PUBLIC_CONTACT_FROM_URL: '/x' },
    'PUBLIC_CONTACT_FROM_URL is not read. Name it PUBLIC_CONTACT_FORM_URL.',
  ],
  [{ SERVICE_WORKR: 'off' }, 'SERVICE_WORKR is not read. Name it SERVICE_WORKER.'],
  ...['ORDER_FORM_URL', 'public_order_form_url', 'VITE_ORDER_FORM_URL'].map(
    (name): [Env, string] => [
      { [name]: '/x' },
      `${name} is not read. Name it PUBLIC_ORDER_FORM_URL.`,
    ],
  ),
])('rule 9.19: %j is named', async (env, sentence) => {
  expect(await sentences({}, { ...LOCAL, ...env })).toEqual([
    expect.stringContaining(`The environment: ${sentence}`),
  ])
})

test('rule 9.19: other variables are left alone', async () => {
  expect(
    await sentences(
      {},
      { ...LOCAL, SERVICE_WORKER: 'off', PUBLIC_URL: '/', PATH: '/', SUPABASE_URL: 'https://a.pk' },
    ),
  ).toEqual([])
})
