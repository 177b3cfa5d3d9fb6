import { useStore } from '@nanostores/react'
import { Button } from '#ui/Button.tsx'
import { LARGEST_PAGE } from '../order-list.ts'
import type { NewsStore } from './news.store.ts'

/** Says that orders came in, without moving the list under the owner's hand. */
export function NewsBanner({ news, onShow }: { news: NewsStore; onShow: () => void }) {
  const count = useStore(news.$new)
  return (
    <div role="status" className="empty:-mb-6">
      {count > 0 && (
        <div className="flex flex-wrap items-center gap-3 rounded-lg border border-forest p-3">
          <p className="me-auto font-semibold">{sentence(count)}</p>
          <Button variant="primary" onClick={onShow}>
            Show new orders
          </Button>
        </div>
      )}
    </div>
  )
}

function sentence(count: number): string {
  if (count === 1) return '1 new order'
  return `${count}${count >= LARGEST_PAGE ? ' or more' : ''} new orders`
}
