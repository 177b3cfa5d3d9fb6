// Cuts the web fonts down to what the shop writes, with their licence beside them: npx node tools/fonts/subset.mjs
import { copyFileSync, readFileSync, writeFileSync } from 'node:fs'
import subsetFont from 'subset-font'
import { FACES, inProject, LETTERS } from './faces.mjs'

for (const { from, license, to, weight, features } of FACES) {
  const cut = await subsetFont(readFileSync(inProject(from)), [...LETTERS].join(''), {
    targetFormat: 'woff2',
    variationAxes: { wght: weight },
    keepFeatures: features,
    noHinting: true,
  })
  writeFileSync(inProject(to), cut)
  copyFileSync(inProject(license), inProject(to.replace('.woff2', '-license.txt')))
  console.log(`${to} ${(cut.length / 1000).toFixed(1)} kB`)
}
