import { useState } from 'react'
import { Button } from '#kit/form/Button.tsx'
import { Checkbox } from '#kit/form/Checkbox.tsx'
import { Select } from '#kit/form/Select.tsx'
import { saveNotices } from './notices.api.ts'
import { NOTICE_KINDS, type NoticeSettings } from './notices.ts'
import type { PartProps } from './part-props.ts'

const HOURS = Array.from({ length: 24 }, (_, hour) => ({
  value: String(hour),
  label: `${String(hour).padStart(2, '0')}:00`,
}))

/** Which acts are told, and in which hours none is. */
export function NoticeRules({ notices, save, isBusy }: PartProps) {
  const [rules, setRules] = useState<NoticeSettings>(notices)
  const hour = (key: 'quietFrom' | 'quietUntil', label: string) => (
    <Select
      label={label}
      isInline
      selectClass=""
      options={HOURS}
      value={String(rules[key])}
      onChange={(value) => setRules({ ...rules, [key]: Number(value) })}
    />
  )

  function toggle(kind: string, isOn: boolean): void {
    const others = rules.kindsOff.filter((off) => off !== kind)
    setRules({ ...rules, kindsOff: isOn ? others : [...others, kind] })
  }

  return (
    <form
      aria-label="What is told"
      className="grid gap-4"
      onSubmit={(event) => {
        event.preventDefault()
        void save(() => saveNotices(rules), 'Notices saved')
      }}
    >
      <fieldset className="grid gap-1">
        <legend className="mb-2 font-medium">What is told</legend>
        {NOTICE_KINDS.map(({ kind, label }) => (
          <Checkbox
            key={kind}
            checked={!rules.kindsOff.includes(kind)}
            onChange={(event) => toggle(kind, event.currentTarget.checked)}
          >
            {label}
          </Checkbox>
        ))}
      </fieldset>
      <fieldset>
        <legend className="mb-2 font-medium">Quiet hours</legend>
        <div className="flex flex-wrap gap-4">
          {hour('quietFrom', 'From')}
          {hour('quietUntil', 'until')}
        </div>
        <p className="mt-2 text-sm text-muted">
          What happens in them is told afterwards. The same hour twice: there are none.
        </p>
      </fieldset>
      <Button variant="secondary" type="submit" isBusy={isBusy} className="justify-self-start">
        Save Notices
      </Button>
    </form>
  )
}
