import { Button, type ButtonVariant } from '#kit/form/Button.tsx'
import { paths } from '#paths.ts'
import { clearFilter } from './filter.store.ts'

interface ClearFiltersProps {
  variant: ButtonVariant
  className?: string
  children: string
}

/** Before hydration it is a form that leads to the catalogue without a filter. */
export function ClearFilters({ children, ...button }: ClearFiltersProps) {
  return (
    <form
      action={paths.products}
      onSubmit={(event) => {
        event.preventDefault()
        clearFilter()
      }}
    >
      <Button {...button} suppressHydrationWarning type="submit">
        {children}
      </Button>
    </form>
  )
}
