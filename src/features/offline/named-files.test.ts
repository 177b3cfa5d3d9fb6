import { expect, test } from 'vitest'
import { filesNamedIn, isRequired, withoutOptionalScripts } from './named-files.ts'

const page = `<style>@font-face{src:url("/_astro/fonts/figtree.woff2")}</style>
  <img src="/_astro/oil.Ab_1-x.webp" srcset="/_astro/oil.Cd.avif 240w, /_astro/oil.Ef.avif 400w">
  <script type="module" src="/_astro/SiteHeader.astro_astro_type_script_index_0_lang.Gh.js"></script>
  <template><script type="module" src="/_astro/page.Ij.js"></script></template>
  <template data-on-demand="badge"><script type="module" src="/_astro/Badge.Qr.js"></script></template>
  <template data-on-demand="drawer" data-large="true"><script type="module" src="/_astro/PurchaseForm.Op.js"></script></template>
  <astro-island component-url="/_astro/FilterSidebar.Kl.js" renderer-url="/_astro/client.Mn.js">
    <img src="/_astro/oil.Ab_1-x.webp"></astro-island>`

const own = [
  '/_astro/fonts/figtree.woff2',
  '/_astro/SiteHeader.astro_astro_type_script_index_0_lang.Gh.js',
  '/_astro/page.Ij.js',
  '/_astro/Badge.Qr.js',
]
const optional = [
  '/_astro/PurchaseForm.Op.js',
  '/_astro/FilterSidebar.Kl.js',
  '/_astro/client.Mn.js',
]

test('a page refers to its pictures in every width, each once', () => {
  const pictures = ['/_astro/oil.Ab_1-x.webp', '/_astro/oil.Cd.avif', '/_astro/oil.Ef.avif']
  expect(filesNamedIn(page)).toEqual(expect.arrayContaining([...own, ...pictures, ...optional]))
  expect(filesNamedIn(page)).toHaveLength(10)
})

test('it requires its scripts and fonts, with those that it may never need or without', () => {
  expect(filesNamedIn(page).filter(isRequired)).toEqual([...own, ...optional])
  expect(filesNamedIn(withoutOptionalScripts(page)).filter(isRequired)).toEqual(own)
})
