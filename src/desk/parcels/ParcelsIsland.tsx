import { useStore } from '@nanostores/react'
import { stages } from '#admin/orders/stages.store.ts'
import { BatchList } from '#desk/sheets/batches/BatchList.tsx'
import { island } from '#kit/island/island.tsx'
import { paths } from '#paths.ts'
import { ListedParcels } from './listed/ListedParcels.tsx'
import { createParcels, type ParcelsStore } from './parcels-page.store.ts'

export const ParcelsIsland = island(Parcels, createParcels)

function Parcels({ store }: { store: ParcelsStore }) {
  return (
    <div className="grid gap-3">
      <div className="page-title mb-0! justify-between">
        <h1 className="text-[length:inherit]">Parcels</h1>
        <a href={paths.adminScan} className="touch-link text-base">
          Scan
        </a>
      </div>
      <Lists shown={store.stage} />
      <p className="text-sm text-muted">
        The courier’s status file says which are delivered, and which are not:{' '}
        <a href={paths.adminMoney} className="touch-link">
          Import the courier’s file
        </a>
      </p>
      {store.listed ? <ListedParcels store={store.listed} /> : <BatchList list={store.batches} />}
    </div>
  )
}

const LISTS = [
  { stage: undefined, name: 'All', href: paths.adminParcels },
  { stage: 'not_delivered', name: 'Not delivered', href: paths.adminNotDelivered },
  { stage: 'came_back', name: 'To check in', href: paths.adminCameBack },
] as const

/** The lists of the page, each with how many parcels somebody has to do something about. */
function Lists({ shown }: { shown: ParcelsStore['stage'] }) {
  const view = useStore(stages.$remote)
  const counts = view.state === 'ready' ? view.value.stages : {}
  return (
    // With its counts, so that nothing moves.
    <nav aria-label="Lists of parcels" className="min-h-touch">
      <ul hidden={view.state === 'loading'} className="flex flex-wrap gap-2">
        {LISTS.map(({ stage, name, href }) => (
          <li key={name}>
            <a
              href={href}
              aria-current={stage === shown ? 'page' : undefined}
              className="inline-flex min-h-touch items-center rounded-full border border-edge px-2.5 text-sm text-ink hover:bg-sand aria-[current]:border-forest aria-[current]:bg-sand aria-[current]:font-semibold"
            >
              {name}
              {stage && counts[stage] ? (
                <span className="ms-1 tabular-nums">{counts[stage]}</span>
              ) : null}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  )
}
