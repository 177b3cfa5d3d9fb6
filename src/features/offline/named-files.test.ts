import { expect, test } from 'vitest'
import {
  filesNamedIn,
  importsIn,
  isRequired,
  staticImportsIn,
  withoutIslands,
} from './named-files.ts'

const page = `<style>@font-face{src:url("/_astro/fonts/figtree.woff2")}</style>
  <img src="/_astro/oil.Ab_1-x.webp" srcset="/_astro/oil.Cd.avif 240w, /_astro/oil.Ef.avif 400w">
  <script type="module" src="/_astro/SiteHeader.astro_astro_type_script_index_0_lang.Gh.js"></script>
  <template><script type="module" src="/_astro/page.Ij.js"></script></template>
  <astro-island component-url="/_astro/FilterSidebar.Kl.js" renderer-url="/_astro/client.Mn.js">
    <img src="/_astro/oil.Ab_1-x.webp"></astro-island>`

const own = [
  '/_astro/fonts/figtree.woff2',
  '/_astro/SiteHeader.astro_astro_type_script_index_0_lang.Gh.js',
  '/_astro/page.Ij.js',
]
const ofIslands = ['/_astro/FilterSidebar.Kl.js', '/_astro/client.Mn.js']

test('a page refers to its pictures in every width, each once', () => {
  const pictures = ['/_astro/oil.Ab_1-x.webp', '/_astro/oil.Cd.avif', '/_astro/oil.Ef.avif']
  expect(filesNamedIn(page)).toEqual(expect.arrayContaining([...own, ...pictures, ...ofIslands]))
  expect(filesNamedIn(page)).toHaveLength(8)
})

test('it requires its scripts and fonts, with those of its islands or without', () => {
  expect(filesNamedIn(page).filter(isRequired)).toEqual([...own, ...ofIslands])
  expect(filesNamedIn(withoutIslands(page)).filter(isRequired)).toEqual(own)
})

const script = `import{t as e}from"./react.Xe-p_Q.js";import"./a.B.js";import("./late.C.js");
  m.f=["_astro/helped.D.js","_astro/look.E.css"];fetch("/rest/v1/x.js");e("./react.Xe-p_Q.js")`

test('a script imports from its own folder, statically and dynamically', () => {
  expect(importsIn(script)).toEqual(
    ['react.Xe-p_Q', 'a.B', 'late.C', 'helped.D'].map((name) => `/_astro/${name}.js`),
  )
})

test('a script runs without what it imports later', () => {
  expect(staticImportsIn(script)).toEqual(['/_astro/react.Xe-p_Q.js', '/_astro/a.B.js'])
})
