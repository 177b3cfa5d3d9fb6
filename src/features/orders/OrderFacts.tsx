/** Short facts about an order, each a name and a value. */
export function OrderFacts({ facts }: { facts: [name: string, value: string][] }) {
  return (
    <dl className="grid gap-x-8 gap-y-4 border-y border-line py-6 sm:grid-cols-2 md:grid-cols-3">
      {facts.map(([name, value]) => (
        <div key={name}>
          <dt className="text-muted">{name}</dt>
          <dd className="font-medium">{value}</dd>
        </div>
      ))}
    </dl>
  )
}
