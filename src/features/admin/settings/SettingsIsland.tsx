import { IslandBoundary } from '#ui/IslandBoundary.tsx'
import { ClientAddress } from './ClientAddress.tsx'
import { SettingsForm } from './SettingsForm.tsx'

export function SettingsIsland() {
  return (
    <IslandBoundary>
      <SettingsForm />
      <ClientAddress />
    </IslandBoundary>
  )
}
