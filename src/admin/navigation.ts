/* The admin's navigation: its own entries, and those of the desk between them. */
import type { ComponentType } from 'react'
import { BagIcon, HomeIcon } from '#kit/view/icons.tsx'
import type { Link } from '#kit/view/link.ts'
import { paths } from '#paths.ts'

export interface Tab extends Link {
  Icon: ComponentType
}

export interface DeskNavigation {
  /** After the tab of the orders. */
  tabs: Tab[]
  /** After the settings. */
  more: Link[]
  /** Which entry the pages below its own belong to. */
  parts: Part[]
}

/** A page below those of the navigation, by the start of its path, and the entry that it belongs to. */
type Part = [start: string, href: string]

const found = import.meta.glob<DeskNavigation>('../desk/slots/navigation.ts', {
  eager: true,
  import: 'default',
})
const [desk = { tabs: [], more: [], parts: [] }] = Object.values(found)

/** The tabs at the foot of a phone, before *More*: the order of the work. */
export const adminTabs: Tab[] = [
  { label: 'Dashboard', href: paths.adminDashboard, Icon: HomeIcon },
  { label: 'Orders', href: paths.adminOrders, Icon: BagIcon },
  ...desk.tabs,
]

/** Below the tabs in the sidebar, and under *More* on a phone. */
export const adminMore: Link[] = [
  { label: 'Messages', href: paths.adminMessages },
  { label: 'Customers', href: paths.adminCustomers },
  { label: 'Products', href: paths.adminProducts },
  { label: 'Settings', href: paths.adminSettings },
  ...desk.more,
]

/** The first that fits counts. */
const PARTS: Part[] = [
  ...desk.parts,
  // The page of one order too.
  ['/admin/order', paths.adminOrders],
]

/** Whether an entry of the admin's navigation is the page itself, or what the page belongs to. */
export function currentAdminLink(href: string, path: string): 'page' | 'true' | undefined {
  if (href === path) return 'page'
  return PARTS.find(([start]) => path.startsWith(start))?.[1] === href ? 'true' : undefined
}
