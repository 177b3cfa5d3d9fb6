/*
 * `npm run check:hosted`: checks over HTTP, with the public key alone, that a hosted project
 * keeps the promises of SECURITY.md. With SITE_URL also the published site; with `--place-order` it
 * places one order, and removes it where SUPABASE_DB_URL or the admin's login is set. With that login it
 * also asks which client the limits count. With SUPABASE_DB_URL it compares the database's functions,
 * triggers, columns, constraints, indexes and policies with what the migrations define, and reads roles, rights and admins.
 */
import { cleanUpSettings } from '../test-orders/clean-up.ts'
import { check } from './check.ts'

const { CONTRACT_SUPABASE_URL: url, SITE_URL: site } = process.env
// And its former name.
const key =
  process.env['CONTRACT_SUPABASE_PUBLISHABLE_KEY'] || process.env['CONTRACT_SUPABASE_ANON_KEY']

if (url && key) {
  const placesOrder = process.argv.includes('--place-order')
  const cleanUp = cleanUpSettings()
  if (!cleanUp.databaseUrl) {
    console.log(
      'Much of what is asked must be refused, and counts: without SUPABASE_DB_URL, two checks in ten minutes at most.\n',
    )
  }
  const broken = await check({
    url,
    key,
    site,
    placesOrder,
    databaseUrl: cleanUp.databaseUrl,
    cleanUp,
    admin: cleanUp.admin,
    print: console.log,
  })
  console.log(broken.length === 0 ? '\nEvery guarantee holds.' : `\n${broken.length} broken.`)
  process.exitCode = broken.length === 0 ? 0 : 1
} else {
  console.error('Which project? Set CONTRACT_SUPABASE_URL and CONTRACT_SUPABASE_PUBLISHABLE_KEY.')
  process.exitCode = 1
}
