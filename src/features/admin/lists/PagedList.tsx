import type { ReactNode } from 'react'
import type { RemoteStore } from '#shared/remote-store.ts'
import { Pager } from '#ui/Pager.tsx'
import { RemoteView } from '#ui/RemoteView.tsx'
import type { Paging } from './list.ts'

interface PagedListProps<Position, Page extends Paging<Position>> {
  list: Pick<RemoteStore<Page>, '$remote' | 'load'> & {
    show(change: Partial<Paging<Position>>): Promise<void>
  }
  /** Of the rows: "orders". */
  name: string
  children: (page: Page) => ReactNode
}

/** A page of a list, and the buttons that lead to the pages around it. */
export function PagedList<Position, Page extends Paging<Position>>({
  list,
  name,
  children,
}: PagedListProps<Position, Page>) {
  return (
    <RemoteView remote={list} name={name} showsReload>
      {(page) => {
        const { older, newer } = page
        return (
          <>
            {children(page)}
            <Pager
              label={`Pages of ${name}`}
              onNewer={newer && (() => void list.show({ newer }))}
              onOlder={older && (() => void list.show({ older }))}
            />
          </>
        )
      }}
    </RemoteView>
  )
}
