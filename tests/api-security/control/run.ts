/* `npm run test:control` */
import { startVitest } from 'vitest/node'

process.env['CONTROL'] = 'all'
await startVitest(['tests/api-security/control'], { watch: false })
