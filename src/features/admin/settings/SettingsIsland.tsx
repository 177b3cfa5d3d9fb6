import { IslandBoundary } from '#ui/IslandBoundary.tsx'
import { SettingsForm } from './SettingsForm.tsx'

export function SettingsIsland() {
  return (
    <IslandBoundary>
      <SettingsForm />
    </IslandBoundary>
  )
}
