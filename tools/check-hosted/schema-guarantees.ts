/* The project's migrations and functions, where its database URL was given. Reads only. */
import {
  compareProject,
  type Differences,
  differenceSentences,
  readProject,
} from '../migrations/project.ts'
import type { Guarantee } from './project.ts'

const UPGRADE = '`npm run upgrade`, then publish the site: docs/publishing.md ("Upgrade").'

export function schemaGuarantees(databaseUrl: string): Guarantee[] {
  let found: Promise<Differences> | undefined
  const compare = () => {
    found ??= readProject(databaseUrl).then((project) => {
      if (project) return compareProject(project)
      throw new Error('no migration was pushed: `npx supabase db push --remote`')
    })
    return found
  }
  return [
    {
      says: 'Every migration of this repository is applied',
      remedy: UPGRADE,
      async passes() {
        const { pending } = await compare()
        return pending.length === 0 || `Not applied: ${pending.join(', ')}. ${UPGRADE}`
      },
    },
    {
      says: 'Every function, trigger, column, constraint, index and policy is what the migrations define',
      remedy: UPGRADE,
      async passes() {
        const differences = await compare()
        const lines = [
          ...differenceSentences(differences),
          ...differences.extra.map((object) => `${object} is in no migration.`),
        ]
        if (lines.length === 0) return true
        lines.push('docs/publishing.md ("Upgrade") says what to do.')
        return lines.join('\n          ')
      },
    },
  ]
}
