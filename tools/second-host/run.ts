/*
 * `npm run second-host`: makes dist-cloudflare, the built site with the rules of netlify.toml as Cloudflare Pages reads
 * them (docs/publishing.md, "If Netlify is off").
 */
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { UserError } from '../user-error.ts'
import { writeSecondSite } from './second-site.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const folder = 'dist-cloudflare'

try {
  if (!existsSync(`${root}/dist/_headers`))
    throw new UserError('There is no site yet: run "npm run build".')
  await writeSecondSite(root, `${root}/dist`, `${root}/${folder}`)
  console.log(`Wrote ${folder}. docs/publishing.md ("If Netlify is off") says where to upload it.`)
} catch (error) {
  if (!(error instanceof UserError)) throw error
  console.error(error.message)
  process.exitCode = 1
}
