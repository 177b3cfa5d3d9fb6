import { useStore } from '@nanostores/react'
import { type ComponentProps, type SubmitEvent, useState } from 'react'
import { optionsOf } from '#admin/kit/Select.tsx'
import { Button } from '#kit/form/Button.tsx'
import { Field } from '#kit/form/Field.tsx'
import { island } from '#kit/island/island.tsx'
import { createRemoteStore, type RemoteStore } from '#kit/remote/remote-store.ts'
import { showToast } from '#kit/toast/toast.store.ts'
import { fromForm, loadSettings, saveSettings, TOGGLES } from './admin-settings.ts'
import { type CountedClient, fetchClient } from './settings.api.ts'

export const SettingsIsland = island(Settings, () =>
  createRemoteStore(fetchClient, { errorMessage: 'Error fetching the counted client' }),
)

function Settings({ store }: { store: RemoteStore<CountedClient> }) {
  return (
    <>
      <p className="mb-6">
        These settings are kept on this device only. They change nothing in the shop.
      </p>
      <SettingsForm />
      <CountedClientNote client={store} />
    </>
  )
}

function SettingsForm() {
  const [settings] = useState(loadSettings)
  return (
    <form onSubmit={submit} aria-label="Settings" className="grid gap-8">
      <fieldset className="grid gap-5">
        <legend className="mb-3 font-semibold">Store</legend>
        <Field label="Store Name" name="storeName" defaultValue={settings.storeName} />
        <Field label="Email" name="email" type="email" defaultValue={settings.email} />
        <Field label="Phone" name="phone" type="tel" defaultValue={settings.phone} />
        <Field label="Address" name="address" defaultValue={settings.address} />
        <Field
          label="Description"
          name="description"
          rows={4}
          defaultValue={settings.description}
        />
      </fieldset>
      <fieldset className="grid gap-1">
        <legend className="mb-2 font-semibold">Notifications and features</legend>
        {optionsOf(TOGGLES).map(({ value, label }) => (
          <Switch key={value} label={label} name={value} defaultChecked={settings[value]} />
        ))}
      </fieldset>
      <Button variant="primary" type="submit" className="justify-self-start">
        Save
      </Button>
    </form>
  )
}

interface SwitchProps extends Omit<ComponentProps<'input'>, 'type'> {
  label: string
}

/** A checkbox as a switch, whose state shows in its position as well as its colour. */
function Switch({ label, ...props }: SwitchProps) {
  return (
    <label className="flex min-h-touch cursor-pointer items-center justify-between gap-4">
      {label}
      <input
        {...props}
        type="checkbox"
        className="relative h-7 w-12 shrink-0 cursor-pointer appearance-none rounded-full border border-edge bg-sand after:absolute after:top-1/2 after:inset-s-1 after:size-5 after:-translate-y-1/2 after:rounded-full after:bg-edge checked:border-forest checked:bg-forest checked:after:inset-s-6 checked:after:bg-on-forest forced-colors:appearance-auto forced-colors:after:hidden"
      />
    </label>
  )
}

function submit(event: SubmitEvent<HTMLFormElement>): void {
  event.preventDefault()
  if (saveSettings(fromForm(new FormData(event.currentTarget)))) {
    showToast({
      title: 'Settings saved',
      description: 'Your changes have been saved successfully',
    })
    return
  }
  showToast({
    title: 'Settings not saved',
    description: 'This browser keeps nothing of this site.',
    tone: 'destructive',
  })
}

function CountedClientNote({ client: { $remote } }: { client: RemoteStore<CountedClient> }) {
  const client = useStore($remote)
  if (client.state === 'loading') return null
  return (
    <p className="mt-8 text-sm text-muted">
      {client.state === 'failed'
        ? 'The backend did not say under which address it counts your requests. Reload the page to ask again.'
        : describeClient(client.value)}
    </p>
  )
}

function describeClient({ address, header }: CountedClient): string {
  if (address === null) {
    return 'The backend finds no address in your requests, so its limits count nobody. docs/decisions/limits.md says what to do.'
  }
  return `The backend counts your requests under ${address}, read from ${header}.`
}
