import { fetchOrderForms, LoadedForm, type LoadedFormProps } from './LoadedForm.tsx'

interface FoldedFormProps extends LoadedFormProps {
  title: string
  /** Whether it looks like a primary button while it is folded. */
  isPrimary?: boolean
  /** Unfolded from the start. */
  isOpen?: boolean
}

/** A form that is folded until it is asked for. */
export function FoldedForm({
  orderId,
  children,
  title,
  isPrimary = false,
  isOpen = false,
}: FoldedFormProps) {
  return (
    <details
      className="group rounded-lg border border-line"
      open={isOpen}
      onToggle={({ currentTarget }) => {
        if (currentTarget.open) void fetchOrderForms()
      }}
      data-no-print
    >
      {/* No `flex` or `grid`, which would hide its arrow. */}
      <summary
        className={`min-h-touch cursor-pointer rounded-lg px-4 py-2.5 font-semibold ${
          isPrimary ? 'not-group-open:bg-forest not-group-open:text-on-forest' : ''
        }`}
      >
        {title}
      </summary>
      <div className="border-t border-line p-4">
        <LoadedForm orderId={orderId}>{children}</LoadedForm>
      </div>
    </details>
  )
}
