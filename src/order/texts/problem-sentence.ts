/* What a customer reads beside a field of the address (docs/product.md, rules 18.1 to 18.4). */
import { ADDRESS_TABLE, type AddressField, type AddressProblem } from '#order/address/address.ts'

export const REQUIRED = 'This field is required'

export function problemSentence(field: AddressField, problem: AddressProblem): string {
  switch (problem) {
    case 'required':
      return REQUIRED
    case 'phone_invalid':
      return 'Please enter a valid phone number'
    case 'postal_invalid':
      return 'Please enter a valid postal code'
    case 'too_long':
      return `Please use at most ${ADDRESS_TABLE[field].maxLength} characters`
  }
}
