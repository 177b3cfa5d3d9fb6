import { useEffect, useState } from 'react'
import { IslandBoundary } from '#ui/IslandBoundary.tsx'
import { CustomersPage } from './CustomersPage.tsx'
import { createCustomers } from './customers.store.ts'
import { followAddress, queryOfAddress } from './follow-url.ts'

export function CustomersIsland() {
  const [customers] = useState(() => createCustomers(undefined, queryOfAddress()))
  useEffect(() => {
    void customers.load()
    return followAddress(customers)
  }, [customers])
  return (
    <IslandBoundary>
      <CustomersPage customers={customers} />
    </IslandBoundary>
  )
}
