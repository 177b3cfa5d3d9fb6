/* The web fonts are published with the licence that they came with. */
import { globSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { GET } from '#pages/licenses.txt.ts'
import { FACES } from '#tools/fonts/faces.mjs'

const fonts = globSync('src/assets/fonts/*.woff2')
const licenseOf = (font: string) => readFileSync(font.replace('.woff2', '-license.txt'), 'utf8')

describe.each(fonts)('%s', (font) => {
  it('has the licence of its package beside it', () => {
    const original = FACES.find(({ to }) => to === font)?.license ?? ''
    expect(licenseOf(font)).toBe(readFileSync(original, 'utf8'))
  })

  it('has a licence that lets a subset carry its name', () => {
    // The Open Font License reserves a name only where the copyright notice says so.
    const [notice] = licenseOf(font).split('\n')
    expect(notice).toMatch(/^Copyright/)
    expect(notice).not.toContain('Reserved Font Name')
  })

  it('is served with its licence', async () => {
    const response = await GET({} as Parameters<typeof GET>[0])
    expect(await response.text()).toContain(licenseOf(font))
  })
})

it('there are fonts to ask about', () => {
  expect(fonts.length).toBe(FACES.length)
})
