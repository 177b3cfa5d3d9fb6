/* The fields of the shipping form, as people and their browsers know them. */

import { settings } from '#config/settings.ts'
import type { AddressField } from '#features/orders/address.ts'
import type { FieldProps } from '#ui/Field.tsx'

export type ShippingField = Pick<
  FieldProps,
  'label' | 'autoComplete' | 'inputMode' | 'type' | 'placeholder' | 'defaultValue' | 'className'
> & { name: AddressField }

export const shippingFields: ShippingField[] = [
  { name: 'fullName', label: 'Full Name', autoComplete: 'name', className: 'sm:col-span-2' },
  {
    name: 'address',
    label: 'Address',
    autoComplete: 'street-address',
    className: 'sm:col-span-2',
  },
  { name: 'city', label: 'City', autoComplete: 'address-level2' },
  { name: 'state', label: 'State', autoComplete: 'address-level1' },
  { name: 'postalCode', label: 'Postal Code', autoComplete: 'postal-code' },
  {
    name: 'country',
    label: 'Country',
    autoComplete: 'country-name',
    defaultValue: settings.country,
  },
  {
    name: 'phone',
    label: 'Phone',
    type: 'tel',
    inputMode: 'tel',
    autoComplete: 'tel',
    placeholder: 'e.g. 1234567890',
    className: 'sm:col-span-2',
  },
]
