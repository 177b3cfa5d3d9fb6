import type { City } from '#order/address/cities.ts'

/** The id of the suggestions of a field. */
export function listOf(field: string): string | undefined {
  return { city: 'cities', state: 'provinces' }[field]
}

/** What the fields City and State suggest. */
export function AddressLists({ cities }: { cities: readonly City[] }) {
  const provinces = [...new Set(cities.map(({ province }) => province))]
  return (
    <>
      <datalist id={listOf('city')}>
        {cities.map(({ name, province }) => (
          <option key={name} value={name}>
            {province}
          </option>
        ))}
      </datalist>
      <datalist id={listOf('state')}>
        {provinces.map((name) => (
          <option key={name} value={name} />
        ))}
      </datalist>
    </>
  )
}
