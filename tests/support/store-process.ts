/* Opens the store of DATA_DIR and says where, until it is killed. */
import { startStore } from './shop-server.ts'

const { url } = await startStore(process.env['DATA_DIR'] ?? '')
console.log(`${url} `)
