/* What address-hints.ts asks and says beside the fields (docs/product.md, rules 18.61 to 18.64 and 18.81 to 18.84). */

/** "A, B or C". */
export type Names = string

export const HINT_WORDS = {
  isAround: (cities: Names) => `Is this in or near ${cities}?`,
  isMeant: (cities: Names) => `Did you mean ${cities}?`,
  otherState: (city: string, province: string) => `${city} is in ${province}.`,
  postCodes: (city: string, firstDigits: Names) =>
    `Post codes of ${city} have five digits and begin with ${firstDigits}.`,
  mainPostOffice: (code: string, city: string) => `${code} is the main post office of ${city}.`,
  mayChange: 'Change it if you know yours.',
  isUnknown: 'Don’t know it?',
  isUnknownOfSeveral: 'Don’t know it? Choose the nearest city.',
  chooseProvince: 'Choose your province.',
  noMobile:
    'This does not look like a mobile number in Pakistan, such as 0300 1234567. The rider will call it.',
  twoPhones: 'One number goes here. The other one belongs in Second Number, below.',
  take: (text: string) => `Use ${text}`,
  takeCodeOf: (code: string, city: string) => `Use ${code}, the code of ${city}`,
}
