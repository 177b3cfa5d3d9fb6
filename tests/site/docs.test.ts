/* The files and headings that the documentation and the code refer to exist. */
import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'

const PAGES = globSync('{*.md,docs/**/*.md,{tests,tools}/*/README.md}')
const CODE = globSync('{src,tools,tests,supabase}/**/*.{ts,tsx,mjs,astro,css,sql,toml}', {
  exclude: ['**/node_modules/**'],
})

function read(file: string): string {
  return readFileSync(file, 'utf8')
}

it('there are pages and code', () => {
  for (const found of [PAGES, CODE]) expect(found.length).toBeGreaterThan(10)
})

describe('documentation', () => {
  it.each(PAGES)('%s links to files and headings that exist', (page) => {
    const links = [...read(page).matchAll(/\]\((?!https?:|mailto:)([^)#]*)(?:#([^)]*))?\)/g)]
    const missing = links.filter(([, path = '', heading]) => {
      const target = path ? join(dirname(page), path) : page
      return !existsSync(target) || (heading && !headingsOf(target).includes(heading))
    })
    expect(missing.map(([link]) => link)).toEqual([])
  })

  it.each(PAGES)('%s names files of the repository that exist', (page) => {
    const paths = [
      ...read(page).matchAll(/`((?:src|tools|tests|docs|supabase|public)\/[\w/.-]+)`/g),
    ]
    expect(paths.map(([, path = '']) => path).filter((path) => !existsSync(path))).toEqual([])
  })
})

it('every command of the package is in the documentation', () => {
  const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> }
  const text = PAGES.map(read).join('\n')
  const missing = Object.keys(scripts).filter(
    (name) =>
      name !== 'postinstall' &&
      ![`\`${name}\``, `npm ${name}`, `npm run ${name}`].some((given) => text.includes(given)),
  )
  expect(missing).toEqual([])
})

describe('code', () => {
  it('names pages of the documentation that exist', () => {
    const missing = CODE.flatMap((file) =>
      [...read(file).matchAll(/docs\/[\w/-]+\.md/g)]
        .filter(([path]) => !existsSync(path))
        .map(([path]) => `${file}: ${path}`),
    )
    expect(missing).toEqual([])
  })
})

/** The anchors of a page's headings, as GitHub makes them. */
function headingsOf(page: string): string[] {
  return [...read(page).matchAll(/^#+ (.*)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replace(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-'),
  )
}
