import { atom } from 'nanostores'
import { hasCode } from '#shared/shop-error.ts'
import { fetchDashboard } from './dashboard.api.ts'
import type { Dashboard } from './dashboard.ts'

export type DashboardView =
  | { state: 'loading' }
  | { state: 'shown'; dashboard: Dashboard }
  | { state: 'failed' }

export function createDashboard(ask: () => Promise<Dashboard> = fetchDashboard) {
  const $view = atom<DashboardView>({ state: 'loading' })

  async function load(): Promise<void> {
    $view.set({ state: 'loading' })
    try {
      $view.set({ state: 'shown', dashboard: await ask() })
    } catch (error) {
      // The page is already on its way to the login.
      if (hasCode(error, 'forbidden')) return
      console.error('Error fetching the dashboard', error)
      $view.set({ state: 'failed' })
    }
  }

  return { $view, load }
}
