import { type ReactNode, useRef } from 'react'
import { RemoteView } from '#kit/remote/RemoteView.tsx'
import type { RemoteStore } from '#kit/remote/remote-store.ts'
import type { Paging } from './list.ts'
import { Pager } from './Pager.tsx'

interface PagedListProps<Position, Page extends Paging<Position>> {
  list: Pick<RemoteStore<Page>, '$remote' | 'load'> & {
    show(change: Partial<Paging<Position>>): Promise<void>
  }
  /** Of the rows: "orders". */
  name: string
  children: (page: Page) => ReactNode
}

/** A page of a list, and the buttons that lead to the pages around it, each shown from its top. */
export function PagedList<Position, Page extends Paging<Position>>({
  list,
  name,
  children,
}: PagedListProps<Position, Page>) {
  const top = useRef<HTMLDivElement>(null)

  async function turnTo(change: Partial<Paging<Position>>): Promise<void> {
    await list.show(change)
    top.current?.focus({ preventScroll: true })
    top.current?.scrollIntoView({ behavior: 'instant' })
  }

  return (
    <div ref={top} tabIndex={-1} className="outline-none">
      <RemoteView remote={list} name={name} showsReload>
        {(page) => {
          const { older, newer } = page
          return (
            <>
              {children(page)}
              <Pager
                label={`Pages of ${name}`}
                onNewer={newer && (() => void turnTo({ newer }))}
                onOlder={older && (() => void turnTo({ older }))}
              />
            </>
          )
        }}
      </RemoteView>
    </div>
  )
}
