/*
 * Opens the backend of DATA_DIR and prints its URL. Runs until it is killed. BREAK_WITH is SQL that runs
 * first, to make requests fail.
 */
import { startBackend } from './shop-server.ts'

const { url, transaction } = await startBackend(process.env['DATA_DIR'] ?? '')
const damage = process.env['BREAK_WITH']
if (damage) await transaction((query) => query(damage))
console.log(`${url} `)
