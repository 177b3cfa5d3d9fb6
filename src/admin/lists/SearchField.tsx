import { Field } from '#kit/form/Field.tsx'
import { MAX_SEARCH_LENGTH } from './list.ts'

interface SearchFieldProps {
  /** What is looked for. */
  placeholder: string
  value: string
  onType: (typed: string) => void
  className: string
  labelClass?: string
}

/** The search of a list, while it is typed. */
export function SearchField({ onType, labelClass = '', ...props }: SearchFieldProps) {
  return (
    <Field
      {...props}
      label="Search"
      name="search"
      type="search"
      autoComplete="off"
      maxLength={MAX_SEARCH_LENGTH}
      onChange={(event) => onType(event.currentTarget.value)}
      labelClass={labelClass}
    />
  )
}
