import { useStore } from '@nanostores/react'
import { useState } from 'react'
import type { ChangesState } from './changes-state.ts'
import { createOrderChangesStore, type OrderChangesStore } from './order-changes.store.ts'
import type { OrderFormProps } from './order-form-props.ts'

/** How the forms of a page change its order, and how the latest of their requests ended. */
export function useOrderChanges({
  $state,
  onOrder,
}: Omit<OrderFormProps, 'order'>): ChangesState & { store: OrderChangesStore } {
  const [store] = useState(() => createOrderChangesStore(onOrder, $state))
  return { ...useStore($state), store }
}
