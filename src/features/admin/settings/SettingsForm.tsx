import { type SubmitEvent, useState } from 'react'
import { Button } from '#ui/Button.tsx'
import { Field } from '#ui/Field.tsx'
import { Switch } from '#ui/Switch.tsx'
import { showToast } from '#ui/toast.ts'
import { fromForm, TOGGLES } from './admin-settings.ts'
import { DescriptionField } from './DescriptionField.tsx'
import { keepSettings, keptSettings } from './saved-settings.ts'

export function SettingsForm() {
  const [settings] = useState(keptSettings)
  return (
    <form onSubmit={saveSettings} aria-label="Settings" className="grid max-w-2xl gap-8">
      <fieldset className="grid gap-5">
        <legend className="mb-4 font-heading text-h3">Store</legend>
        <Field label="Store Name" name="storeName" defaultValue={settings.storeName} />
        <Field label="Email" name="email" type="email" defaultValue={settings.email} />
        <Field label="Phone" name="phone" type="tel" defaultValue={settings.phone} />
        <Field label="Address" name="address" defaultValue={settings.address} />
        <DescriptionField defaultValue={settings.description} />
      </fieldset>
      <fieldset className="grid gap-1">
        <legend className="mb-3 font-heading text-h3">Notifications and features</legend>
        {TOGGLES.map(({ key, label }) => (
          <Switch key={key} label={label} name={key} defaultChecked={settings[key]} />
        ))}
      </fieldset>
      <div className="grid justify-items-start gap-3">
        <Button variant="primary" type="submit">
          Save
        </Button>
        <p className="text-sm text-muted">
          These settings are kept on this device only. The shop itself does not change with them.
        </p>
      </div>
    </form>
  )
}

function saveSettings(event: SubmitEvent<HTMLFormElement>): void {
  event.preventDefault()
  if (keepSettings(fromForm(new FormData(event.currentTarget)))) {
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
