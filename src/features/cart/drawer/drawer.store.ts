import { atom } from 'nanostores'

/** Whether the cart lies open beside the page. */
export const $isDrawerOpen = atom(false)

export function openDrawer(): void {
  $isDrawerOpen.set(true)
}

export function closeDrawer(): void {
  $isDrawerOpen.set(false)
}
