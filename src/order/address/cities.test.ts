import { expect, test } from 'vitest'
import { CITIES, citiesNamed, foldCity, postTownOf } from './cities.ts'

function cityOf(name: string) {
  return CITIES.find((city) => city.name === name)
}

test('a name that several cities have is the name of one of them alone, or an alias that is asked about', () => {
  const shared = new Set(
    CITIES.flatMap(({ names }) => names.filter((name) => citiesNamed(name).length > 1)),
  )
  expect([...shared].sort()).toEqual(
    `ahmadpur ahmedpur alipur dera domel guj jalalpur khairpur khangarh khanpur mangla mirpur musakhel nasirabad
    naushera noshera nowshera qadirabad rustam sahiwal shahpur shergarh tando ساہیوال نوشہرہ`
      .split(/\s+/)
      .sort(),
  )
  expect(new Set(CITIES.map(({ name }) => name)).size).toBe(CITIES.length)
})

test('every city has a post code to fill in: its own, or that of a near one', () => {
  for (const city of CITIES) {
    expect(postTownOf(city).postCode, city.name).toMatch(/^\d{5}$/)
    expect(city.postCode === undefined, city.name).toBe(city.near !== undefined)
    if (city.near) expect(postTownOf(city).name).toBe(city.near)
  }
})

test('aliases are written as they are compared, once, and post codes fit their digits', () => {
  for (const { names, name, postCode, firstDigits } of CITIES) {
    expect(names, name).toEqual([...new Set(names.map(foldCity))])
    if (postCode) expect(firstDigits, name).toContain(postCode.slice(0, 2))
  }
})

/** Codes of delivery post offices in public copies of Pakistan Post's directory. */
const POST_OFFICES = `Abbottabad 22010, Alipur Chatha 52080, Arifwala 57450, Attock 43600, Bahawalnagar 62300,
  Bahawalpur 63100, Bannu 28100, Burewala 61010, Chakwal 48800, Chiniot 35400, Daska 51010, Dera Ghazi Khan 32200,
  Dina 49400, Dinga 50280, Faisalabad 38000, Fateh Jang 43350, Gujar Khan 47850, Gujranwala 52250, Gujrat 50700,
  Hafizabad 52110, Haripur 22620, Hazro 43440, Hyderabad 71000, Islamabad 44000, Jauharabad 41200, Jhang 35200,
  Jhelum 49600, Karachi 74200, Kasur 55050, Khanewal 58150, Kharian 50090, Lahore 54000, Lalamusa 50200,
  Layyah 31200, Lodhran 59320, Mandi Bahauddin 50400, Mansehra 21300, Mardan 23200, Mianwali 42200,
  Mirpur (AJK) 10250, Mirpur Khas 69000, Multan 60000, Muridke 39000, Murree 47150, Muzaffarabad 13100,
  Narowal 51600, Nowshera 24100, Okara 56300, Peshawar 25000, Phalia 50430, Pir Mahal 36300, Quetta 87300,
  Rahim Yar Khan 64200, Rawalpindi 46000, Sahiwal 57000, Sarai Alamgir 50000, Sargodha 40100, Sheikhupura 39350,
  Sialkot 51310, Sukkur 65200, Taxila 47080, Toba Tek Singh 36050, Vehari 61100, Wah Cantt 47040, Wazirabad 52000,
  Khuzdar 89100, Hub 90250, Kalat 88300, Mastung 88200, Uthal 90150, Wadh 89250, Bela 90050, Gadani 90300,
  Digri 69330, Kunri 69160, Mithi 69230, Umerkot 69100, Islamkot 69240, Chachro 69170, Jhudo 69310, Samaro 69350,
  Khairpur 66020, Gambat 66070, Ranipur 66100, Sanghar 68100, Shahdadpur 68030, Tando Adam 68050, Khipro 68330,
  Swabi 23430, Topi 23460, Saidu Sharif 19200, Mingora 19130, Alpuri 19100, Matta 19040, Pabbi 24210,
  Risalpur 24080, Gilgit 15100, Chilas 14100, Astore 14300, Gahkuch 15200, Isa Khel 42430, Kundian 42050,
  Kalabagh 42360, Daud Khel 42320, Jalalpur Pirwala 59250, Sadiqabad 64350, Liaquatpur 64000,
  Khanpur (Rahim Yar Khan) 64100, Larkana 77150, Kambar 77210, Ratodero 77380, Shahdadkot 77300, Ahmadpur Sial 35090,
  Lalian 35470, Shorkot 35050, Hattian Bala 13180, Jamrud 24730, Landi Kotal 24740, Ahmadpur East 63350,
  Chishtian 62350, Hasilpur 63000, Diplo 69280`

test('post codes are those of public copies of the post office’s directory', () => {
  const offices = POST_OFFICES.split(/,\s+/)
  const wrong = offices.filter((office) => {
    const city = cityOf(office.replace(/ \d+$/, ''))
    return city?.postCode !== office.slice(-5)
  })
  expect(wrong).toEqual([])
})

test.each([
  ['Multan', '59300 60050 60800 59100 60600'],
  ['Mirpur Khas', '69020 69370 69090'],
  ['Sanghar', '68060 68120 68230 68010'],
  ['Mianwali', '42010 42230 42110 42310'],
  ['Nowshera', '24020 24190 24320 24000'],
  ['Swabi', '23440 23620 23610 23320'],
  ['Gilgit', '15110 15150 15160'],
  ['Khuzdar', '89150 89120'],
  ['Peshawar', '24840 24700 24400 25100 25230'],
  ['Rahim Yar Khan', '64380 64020 64220 64470'],
  ['Larkana', '77280 77010 77400 77040'],
  ['Jhang', '35180 35310 35500 35550'],
  ['Muzaffarabad', '13230 13170 13164'],
])('post offices around %s have post codes that begin with its digits', (name, codes) => {
  const { firstDigits = [] } = cityOf(name) ?? {}
  for (const code of codes.split(' ')) expect(firstDigits, code).toContain(code.slice(0, 2))
})
