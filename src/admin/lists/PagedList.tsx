import { type ReactNode, useRef } from 'react'
import { RemoteView } from '#admin/kit/RemoteView.tsx'
import { Button } from '#kit/form/Button.tsx'
import type { RemoteStore } from '#kit/remote/remote-store.ts'
import type { Paging } from './list.ts'

interface PagedListProps<Position, Page extends Paging<Position>> {
  list: Pick<RemoteStore<Page>, '$remote' | 'load'> & {
    show(change: Partial<Paging<Position>>): Promise<void>
  }
  /** Of the rows: "orders". */
  name: string
  /** Whether the page has a filled button beside the list. */
  isBeside?: boolean
  children: (page: Page) => ReactNode
}

/** A page of a list, and the buttons that lead to the pages around it, each shown from its top. */
export function PagedList<Position, Page extends Paging<Position>>({
  list,
  name,
  isBeside = false,
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
      <RemoteView remote={list} name={name} showsReload isBeside={isBeside}>
        {(page) => {
          const { older, newer } = page
          return (
            <>
              {children(page)}
              {(older ?? newer) && (
                <nav aria-label={`Pages of ${name}`} className="mt-6 flex justify-between gap-3">
                  <Button
                    whyNot={!newer && 'These are the newest.'}
                    onClick={() => void turnTo({ newer })}
                  >
                    Newer
                  </Button>
                  <Button
                    whyNot={!older && 'These are the oldest.'}
                    onClick={() => void turnTo({ older })}
                  >
                    Older
                  </Button>
                </nav>
              )}
            </>
          )
        }}
      </RemoteView>
    </div>
  )
}
