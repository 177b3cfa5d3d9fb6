import type { Toast } from '#ui/toast.ts'
import type { CartItem } from './cart.ts'

export function addedToast({ name, size, quantity }: Added): Toast {
  return {
    title: 'Added to cart',
    description: `${quantity} × ${name} (${size}) added to your cart`,
  }
}

type Added = Pick<CartItem, 'name' | 'size' | 'quantity'>
