// Names the letters on the built pages that the web fonts lack: npx node tools/fonts/check.mjs
import { globSync, readFileSync } from 'node:fs'
import { inProject, LETTERS } from './faces.mjs'

const missing = new Map()

for (const page of globSync('dist/**/*.html', { cwd: inProject('') })) {
  const letters = textOf(readFileSync(inProject(page), 'utf8'))
  for (const letter of letters) {
    if (!LETTERS.has(letter) && letter.trim()) missing.set(letter, page)
  }
}

for (const [letter, page] of missing) console.error(`No web font has "${letter}" (${page})`)
if (missing.size > 0) process.exitCode = 1

/** What a page shows: neither its scripts and styles nor its tags. */
function textOf(html) {
  return html
    .replace(/<(script|style)\b.*?<\/\1>/gs, '')
    .replace(/<[^>]*>/g, '')
    .replace(/&#(\d+);/g, (_, code) => String.fromCodePoint(Number(code)))
}
