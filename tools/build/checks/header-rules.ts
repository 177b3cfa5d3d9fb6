import { MAX_HEADER_RULES, neededRules } from '#tools/second-host/pages-files.ts'
import { readHeaderRules } from '#tools/site-server/netlify-rules/host-rules.ts'
import type { BuiltSite, Check } from './project.ts'

/** Time to do something about it: each article has a rule of its own. */
const MANY_RULES = 0.9 * MAX_HEADER_RULES

/** The second host reads so many rules of headers. Netlify names no limit. */
export const headerRules: Check<BuiltSite> = async ({ folder, root }) => {
  const { length } = neededRules(await readHeaderRules(root, folder))
  if (length < MANY_RULES) return []
  return [
    {
      file: '_headers',
      what: `the second host reads ${MAX_HEADER_RULES} rules of headers, and the site has ${length}, one of them for each article`,
      write: 'Beyond that "npm run second-host" stops (docs/publishing.md, "If Netlify is off")',
      isWarning: true,
    },
  ]
}
