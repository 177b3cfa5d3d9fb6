import type { DeskNavigation } from '#admin/navigation.ts'
import { CashIcon, ParcelIcon } from '#kit/view/icons.tsx'
import { paths } from '#paths.ts'

export default {
  tabs: [
    { label: 'Parcels', href: paths.adminParcels, Icon: ParcelIcon },
    { label: 'Money', href: paths.adminMoney, Icon: CashIcon },
  ],
  more: [{ label: 'How it works', href: paths.adminHowItWorks }],
  parts: [
    [paths.adminParcels, paths.adminParcels],
    [paths.adminScan, paths.adminParcels],
    [paths.adminMoney, paths.adminMoney],
  ],
} satisfies DeskNavigation
