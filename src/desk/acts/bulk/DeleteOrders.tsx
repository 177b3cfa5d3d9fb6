import { useConfirm } from '#admin/kit/ConfirmDialog.tsx'
import { Button } from '#kit/form/Button.tsx'
import { countOf } from '#kit/text.ts'

/** Deletes cancelled orders, after a question. */
export function DeleteOrders({ count, onDelete }: { count: number; onDelete: () => void }) {
  const [dialog, ask] = useConfirm()
  return (
    <>
      {dialog}
      <Button
        variant="quiet"
        className="px-3!"
        onClick={() =>
          ask({
            title: `Delete ${countOf(count, 'order')} for good?`,
            children: (
              <p>
                Names, addresses, phones and notes go with them. This cannot be undone. Orders that
                changed since, or were booked once, stay.
              </p>
            ),
            action: 'Delete for good',
            onConfirm: onDelete,
          })
        }
      >
        Delete for good
      </Button>
    </>
  )
}
