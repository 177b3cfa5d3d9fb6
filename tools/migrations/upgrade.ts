/*
 * `npm run upgrade`: brings a hosted project to the migrations of this commit. It changes nothing where the
 * project is not what its own migrations define.
 */
import { UserError } from '../user-error.ts'
import { pushToProject } from './push.ts'

try {
  await pushToProject()
  console.log('The project has every migration. Now publish the site, and run check:hosted.')
} catch (error) {
  if (!(error instanceof UserError)) throw error
  console.error(error.message)
  process.exitCode = 1
}
