import { useStore } from '@nanostores/react'
import { useEffect, useState } from 'react'
import { Button } from '#kit/form/Button.tsx'
import { createSubmit, type Refused, submissionProblem } from '#kit/form/submit.ts'
import { findSubscription, type PushSupport, pushSupport, subscribe } from '#kit/push-device.ts'
import { tokenOf } from '#order/device/order-key.ts'
import type { Order } from '#order/order.ts'
import { type OrderStatus, statusDefinition } from '#order/status.ts'
import { unwatchOrder, watchOrder } from './watch-order.api.ts'
import { saveWatched, watched } from './watched.ts'

/** The scope of a worker for notices alone: no page is below it, so it handles no request. */
const SCOPE = '/notices/'

const NOT_SET_UP =
  'We cannot send notices yet. This page always shows how far your order is: please open it again.'

/** Tells this device of the coming steps of the order, after a press; another one ends it. */
export function NoticesForm({ order: { id, status } }: { order: Order }) {
  const [submit] = useState(() => createSubmit('Error asking for notices'))
  const submission = useStore(submit.$submission)
  const [support, setSupport] = useState(pushSupport)
  const [isTold, setIsTold] = useState(false)
  const token = tokenOf(id)
  useEffect(() => {
    findSubscription(SCOPE).then(
      (found) => setIsTold(found !== undefined && watched().includes(id)),
      () => undefined,
    )
  }, [id])
  if (token === undefined) return null
  const key = { id, token }

  async function start(): Promise<undefined | Refused> {
    const publicKey = await watchOrder(key)
    if (!publicKey) return { sentence: NOT_SET_UP }
    const device = await subscribe(SCOPE, publicKey)
    setSupport(pushSupport())
    if (!device) return {}
    await watchOrder(key, device)
    saveWatched([...watched(), id])
    setIsTold(true)
    return undefined
  }

  async function end(): Promise<undefined> {
    const url = (await findSubscription(SCOPE))?.endpoint
    if (url) await unwatchOrder(key, url)
    saveWatched(watched().filter((other) => other !== id))
    setIsTold(false)
  }

  const problem = submissionProblem(submission, () => 'That did not work. Please try again.')
  return (
    <div className="grid justify-items-start gap-3">
      <p role="status">{support === 'ready' ? sentenceOf(status, isTold) : WHY_NOT[support]}</p>
      {problem && <p role="alert">{problem}</p>}
      {support === 'ready' && (
        <Button
          variant={isTold ? 'secondary' : 'primary'}
          isBusy={submission.state === 'sending'}
          onClick={() => void submit.submit(isTold ? end : start)}
        >
          {isTold ? 'Tell Me No More' : 'Tell Me'}
        </Button>
      )}
    </div>
  )
}

/** Where there is no button. A permission that was just refused is read out in place of the sentence. */
const WHY_NOT: Record<Exclude<PushSupport, 'ready'>, string> = {
  missing: 'This browser shows no notices.',
  install:
    'An iPhone shows notices of pages on its home screen only: press Share and “Add to Home Screen”, and open this order from there.',
  denied: 'This browser does not show notices of this site: allow them in its settings.',
}

/** Which steps are still to come. */
export function sentenceOf(status: OrderStatus, isTold: boolean): string {
  if (statusDefinition(status).isOnItsWay)
    return isTold
      ? 'We tell this device when it has arrived.'
      : 'One notice when it has arrived. Nothing else.'
  return isTold
    ? 'We tell this device when it is sent and when it has arrived.'
    : 'One notice when it is sent, and one when it has arrived. Nothing else.'
}
