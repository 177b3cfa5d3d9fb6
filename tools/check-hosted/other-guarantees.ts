/* The parts of a project that the shop does not use. They must not give access to its data. */
import { type Guarantee, toRecord } from './project.ts'

/** How long to wait for a message that says whether changes are pushed. */
const LISTEN_MS = 8_000

export const otherGuarantees: Guarantee[] = [
  {
    says: 'GraphQL knows of no orders',
    remedy: 'In the SQL editor: drop extension if exists pg_graphql;',
    async passes(project) {
      const body = { query: '{ __schema { types { name } } }' }
      const { text } = await project.request('/graphql/v1', { method: 'POST', body })
      return !/orders/i.test(text)
    },
  },
  {
    says: 'The storage holds no bucket that an anonymous user sees',
    remedy: 'Storage: the shop needs none. Delete the buckets, or make them private.',
    async passes(project) {
      const { status, text } = await project.request('/storage/v1/bucket')
      return (status >= 400 && status < 500) || text.trim() === '[]'
    },
  },
  {
    says: 'Changes of orders are pushed to nobody',
    remedy: 'Database > Publications > supabase_realtime: take the table "orders" out.',
    passes: (project) => pushesNothing(project.realtimeUrl),
  },
]

/** Subscribes to the changes of orders, as any anonymous user can. */
function pushesNothing(url: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = new WebSocket(url)
    const end = (passes: boolean) => {
      clearTimeout(timer)
      socket.close()
      resolve(passes)
    }
    const timer = setTimeout(() => end(true), LISTEN_MS)
    socket.addEventListener('open', () => socket.send(JSON.stringify(subscription)))
    socket.addEventListener('message', ({ data }) => {
      const event = toRecord(String(data))['event']
      if (event === 'postgres_changes') end(false)
      // Sent after joining: whether the subscription to the database succeeded.
      if (event === 'system') end(!/"status":\s*"ok"/.test(String(data)))
    })
    // No connection: this part of the project is off.
    socket.addEventListener('error', () => end(true))
    socket.addEventListener('close', () => end(true))
  })
}

const subscription = {
  topic: 'realtime:check',
  event: 'phx_join',
  ref: '1',
  payload: {
    config: { postgres_changes: [{ event: '*', schema: 'public', table: 'orders' }] },
  },
}
