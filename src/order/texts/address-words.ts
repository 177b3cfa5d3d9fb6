/** For each field of the address its label, and what it is called where it is hidden. */
export const ADDRESS_WORDS = {
  fullName: { label: 'Full Name', maskedAs: 'name' },
  address: { label: 'Address', maskedAs: 'street' },
  city: { label: 'City' },
  state: { label: 'State' },
  postalCode: { label: 'Postal Code', maskedAs: 'postal code' },
  country: { label: 'Country' },
  phone: { label: 'Phone', maskedAs: 'phone' },
  landmark: { label: 'Landmark' },
  // "Second Phone" would also be found where a test or a person looks for "Phone".
  secondPhone: { label: 'Second Number' },
  riderNote: { label: 'Note for the Rider' },
}

/** What unfolds the optional fields, which it names. */
export const ADD_OPTIONAL = 'Add a landmark, second number or note'

export const PHONE_EXAMPLE = 'e.g. 1234567890'

/** The hint of the phone while there is no other. */
export const PHONE_HINT = 'The rider calls this number, such as 0300 1234567.'
