import { useState } from 'react'
import { Button } from '#kit/form/Button.tsx'
import { Field } from '#kit/form/Field.tsx'
import { addTarget } from './notices.api.ts'
import { SECOND_WAYS, type SecondWay } from './notices.ts'
import type { PartProps } from './part-props.ts'

/** For where Web Push fails or is not wanted. */
export function SecondWays(props: PartProps) {
  return (
    <div className="grid gap-4">
      <h3 className="font-medium">A second way</h3>
      <p className="text-muted">
        These services can read what they pass on, so they get no order number.
      </p>
      {(Object.keys(SECOND_WAYS) as SecondWay[]).map((way) => (
        <SecondWayForm key={way} way={way} {...props} />
      ))}
    </div>
  )
}

function SecondWayForm({ way, notices, save, isBusy }: PartProps & { way: SecondWay }) {
  const { label, hint, action } = SECOND_WAYS[way]
  const saved = notices.targets.find((target) => target.way === way)?.url ?? ''
  const [url, setUrl] = useState(saved)
  const [error, setError] = useState<string>()

  async function submit(): Promise<void> {
    await save(async () => {
      const result = await addTarget({ way, url: url.trim() })
      setError(result.ok ? undefined : 'Please enter a URL that starts with https://')
      return result
    }, `${label} saved`)
  }

  return (
    <form
      aria-label={label}
      className="flex flex-wrap items-start gap-3"
      onSubmit={(event) => {
        event.preventDefault()
        void submit()
      }}
    >
      <Field
        label={label}
        name={`notices-${way}`}
        type="url"
        inputMode="url"
        autoComplete="off"
        dir="ltr"
        required
        maxLength={1000}
        className="min-w-0 flex-1 basis-64 [overflow-wrap:anywhere]"
        hint={hint}
        error={error}
        value={url}
        onChange={(event) => {
          setUrl(event.currentTarget.value)
          setError(undefined)
        }}
      />
      <Button variant="secondary" type="submit" isBusy={isBusy} className="mt-7">
        {action}
      </Button>
    </form>
  )
}
