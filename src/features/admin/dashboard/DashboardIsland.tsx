import { useStore } from '@nanostores/react'
import { useEffect, useState } from 'react'
import { IslandBoundary } from '#ui/IslandBoundary.tsx'
import { LoadProblem } from '#ui/LoadProblem.tsx'
import { DashboardPage } from './DashboardPage.tsx'
import { createDashboard } from './dashboard.store.ts'

export function DashboardIsland() {
  return (
    <IslandBoundary>
      <LoadedDashboard />
    </IslandBoundary>
  )
}

function LoadedDashboard() {
  const [{ $view, load }] = useState(() => createDashboard())
  const view = useStore($view)
  useEffect(() => void load(), [load])
  switch (view.state) {
    case 'loading':
      return <p className="text-muted">Loading dashboard...</p>
    case 'failed':
      return <LoadProblem title="The dashboard could not be loaded." onRetry={() => void load()} />
    case 'shown':
      return <DashboardPage dashboard={view.dashboard} />
  }
}
