/*
 * `npm run bench:press` counts what one press "courier, number, shipped" runs in the database: calls of functions,
 * trigger functions among them (pg_stat_xact_user_functions), and the tables in which rows change.
 */
import { randomUUID } from 'node:crypto'
import { anOrderRequest } from '#tests/support/order-factories.ts'
import { openScratchDatabase, type ScratchDatabase } from '../postgres/scratch-database.ts'

const ADMIN = '00000000-0000-4000-8000-0000000000a1'
const SESSION = '00000000-0000-4000-8000-00000000005a'
const ID = 'ABCDEFGH'

const database = await openScratchDatabase()
try {
  await addAdmin(database)
  await database.query('select public.place_order($1)', [anOrderRequest({ id: ID })])
  // A connection that has done it before has its plans.
  for (let nth = 0; nth < 6; nth += 1) await press(database)
  await countPress(database)
} finally {
  await database.close()
}

async function addAdmin({ exec }: ScratchDatabase): Promise<void> {
  await exec(`
    insert into auth.users (id, email) values ('${ADMIN}', 'admin@zulf.example');
    insert into auth.sessions (id, user_id) values ('${SESSION}', '${ADMIN}');
    insert into private.store_admins (user_id) values ('${ADMIN}');
    set request.jwt.claims = '{"role": "authenticated", "sub": "${ADMIN}", "session_id": "${SESSION}"}';
    set request.method = 'POST';
    set track_functions = 'all'`)
}

/** Rolled back: every press finds the order as it was placed. */
async function press({ exec, query }: ScratchDatabase, statistics?: string) {
  const booking = {
    ...{ id: ID, version: 1, include: ['marked', 'unconfirmed', 'changed'] },
    ...{ courier: 'postex', trackingNumber: 'PX 1', status: 'shipped' },
  }
  // What came before counts to no transaction.
  await exec('select pg_stat_force_next_flush()')
  await exec('begin')
  const act = { request: randomUUID(), act: 'book', rows: [booking] }
  const { rows } = await query<{ body: { results: [{ ok: boolean }] } }>(
    'select public.admin_act($1) as body',
    [act],
  )
  if (!rows[0]?.body.results[0].ok) throw new Error(JSON.stringify(rows[0]?.body))
  const found = statistics ? (await query<Count>(statistics)).rows : []
  await exec('rollback')
  return found
}

interface Count {
  name: string
  calls: number
  isTrigger?: boolean
}

async function countPress(shop: ScratchDatabase): Promise<void> {
  const functions = await press(
    shop,
    `select called.schemaname || '.' || called.funcname as name, called.calls,
       prorettype = 'trigger'::regtype as "isTrigger"
     from pg_stat_xact_user_functions as called join pg_proc on oid = called.funcid
     order by called.calls desc, 1`,
  )
  const tables = await press(
    shop,
    `select relname as name, n_tup_ins + n_tup_upd + n_tup_del as calls
     from pg_stat_xact_user_tables where n_tup_ins + n_tup_upd + n_tup_del > 0 order by 1`,
  )
  const sum = (counts: Count[]) => counts.reduce((total, { calls }) => total + calls, 0)
  const triggers = functions.filter(({ isTrigger }) => isTrigger)
  for (const { name, calls } of functions) console.log(`${String(calls).padStart(4)}  ${name}`)
  console.log(`${sum(functions)} function calls, ${sum(triggers)} of them of triggers`)
  console.log(`Rows: ${tables.map(({ name, calls }) => `${calls} ${name}`).join(', ')}`)
}
