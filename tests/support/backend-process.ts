/*
 * Opens the store of DATA_DIR and says where, until it is killed. BREAK_WITH is SQL that it runs on
 * its own database first, so that requests fail which never should.
 */
import { startStore } from './shop-server.ts'

const { url, transaction } = await startStore(process.env['DATA_DIR'] ?? '')
const damage = process.env['BREAK_WITH']
if (damage) await transaction((query) => query(damage))
console.log(`${url} `)
