/* The names of the provinces and territories of Pakistan, as people type them. */
import { foldCity, PROVINCES } from './cities.ts'

/** What people type for each province, folded. */
const ALIASES: Record<string, string> = {
  Punjab: 'pb panjab punjaab پنجاب',
  Sindh: 'sind sidh سندہ',
  'Khyber Pakhtunkhwa':
    'khyberpakhtoonkhwa khyberpukhtunkhwa pakhtunkhwa kpk kp nwfp خیبرپختونخوا خیبرپختونخواہ',
  Balochistan: 'baluchistan بلوچستان',
  'Islamabad Capital Territory': 'islamabad ict federalcapital federal اسلامآباد',
  'Azad Jammu and Kashmir': 'azadjammukashmir azadkashmir ajk ak kashmir آزادکشمیر کشمیر',
  'Gilgit-Baltistan': 'gb baltistan گلگتبلتستان',
}

const BY_NAME = new Map(
  PROVINCES.flatMap((province) => [
    [foldCity(province), province] as const,
    ...(ALIASES[province] ?? '').split(' ').map((name) => [name, province] as const),
  ]),
)

/** The province that a text names: "KPK", "punjab province", "سندھ". */
export function provinceNamed(typed: string): string | undefined {
  return BY_NAME.get(foldCity(typed).replace(/province$/, ''))
}
