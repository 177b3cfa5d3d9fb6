import { useEffect, useState } from 'react'
import { hasCode } from '#shared/shop-error.ts'
import { type CountedClient, fetchClient } from './client.api.ts'

export function ClientAddress() {
  const [client, setClient] = useState<CountedClient | 'unknown'>()
  useEffect(() => {
    fetchClient().then(setClient, (error: unknown) => {
      // The page is already on its way to the login.
      if (hasCode(error, 'forbidden')) return
      console.error('Error fetching the counted client', error)
      setClient('unknown')
    })
  }, [])
  if (!client) return null
  return <p className="mt-8 max-w-2xl text-sm text-muted">{sentenceOf(client)}</p>
}

function sentenceOf(client: CountedClient | 'unknown'): string {
  if (client === 'unknown') {
    return 'The backend did not say under which address it counts your requests. Reload the page to ask again.'
  }
  if (client.address === null) {
    return 'The backend finds no address in your requests, so its limits count nobody. docs/decisions/limits.md says what to do.'
  }
  return `The backend counts your requests under ${client.address}, read from ${client.header}.`
}
