/* `npm run test:restore`: a shop of 5,000 orders after 20,000 random acts is backed up and restored. */
import { runTool, step } from '../run/step.mjs'

process.env['RANDOM_SHOP'] = 'long'
process.exitCode = await step('Restore', () =>
  runTool('vitest', ['run', '--project=local', 'tools/backup/random-shop.test.ts']),
)
