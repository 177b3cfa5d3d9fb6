/* `npm run migrations:freeze`: lists each new migration with its hash. From then on it never changes. */
import { fileURLToPath } from 'node:url'
import { freezeMigrations, frozenProblems, frozenState } from './frozen.ts'

const supabase = fileURLToPath(new URL('../../supabase', import.meta.url))
const frozen = freezeMigrations(supabase)
console.log(
  frozen.length > 0 ? `Froze ${frozen.join(', ')}.` : 'Every migration is frozen already.',
)

const problems = frozenProblems(frozenState(supabase))
if (problems.length > 0) {
  console.error(problems.join('\n'))
  process.exitCode = 1
}
