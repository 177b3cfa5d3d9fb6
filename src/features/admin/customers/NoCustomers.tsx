/** Two different silences: nobody passes the search, or nobody has ordered yet. */
export function NoCustomers({ isFiltered }: { isFiltered: boolean }) {
  if (isFiltered) {
    return <p className="py-6 text-muted">No customers found matching your criteria</p>
  }
  return (
    <div className="py-6">
      <p className="font-semibold">No customer data available</p>
      <p className="text-muted">Customer information will appear as orders are placed</p>
    </div>
  )
}
