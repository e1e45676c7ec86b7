/** The word for counties in states that use another one (U.S. Census Bureau, ANSI codes). */
const words: Readonly<Record<string, string>> = { LA: ' Parish', AK: '', DC: '' };
/** From this number on, the Census Bureau's codes stand for cities that belong to no county. */
const firstCityCode = 500;

/**
 * The full name of a county, such as `Natrona County`.
 * @param name without the word, as atlases have it
 * @param fips five digits, the state's two first
 * @param stateCode two letters
 */
export function countyName(name: string, fips: string, stateCode: string): string {
  const isCity = Number(fips.slice(2)) > firstCityCode;
  return `${name}${isCity ? '' : (words[stateCode] ?? ' County')}`;
}

/** States and the federal district: FIPS code, postal code and name. */
export const stateCodes: readonly { fips: string; code: string; name: string }[] = [
  { fips: '01', code: 'AL', name: 'Alabama' },
  { fips: '02', code: 'AK', name: 'Alaska' },
  { fips: '04', code: 'AZ', name: 'Arizona' },
  { fips: '05', code: 'AR', name: 'Arkansas' },
  { fips: '06', code: 'CA', name: 'California' },
  { fips: '08', code: 'CO', name: 'Colorado' },
  { fips: '09', code: 'CT', name: 'Connecticut' },
  { fips: '10', code: 'DE', name: 'Delaware' },
  { fips: '11', code: 'DC', name: 'District of Columbia' },
  { fips: '12', code: 'FL', name: 'Florida' },
  { fips: '13', code: 'GA', name: 'Georgia' },
  { fips: '15', code: 'HI', name: 'Hawaii' },
  { fips: '16', code: 'ID', name: 'Idaho' },
  { fips: '17', code: 'IL', name: 'Illinois' },
  { fips: '18', code: 'IN', name: 'Indiana' },
  { fips: '19', code: 'IA', name: 'Iowa' },
  { fips: '20', code: 'KS', name: 'Kansas' },
  { fips: '21', code: 'KY', name: 'Kentucky' },
  { fips: '22', code: 'LA', name: 'Louisiana' },
  { fips: '23', code: 'ME', name: 'Maine' },
  { fips: '24', code: 'MD', name: 'Maryland' },
  { fips: '25', code: 'MA', name: 'Massachusetts' },
  { fips: '26', code: 'MI', name: 'Michigan' },
  { fips: '27', code: 'MN', name: 'Minnesota' },
  { fips: '28', code: 'MS', name: 'Mississippi' },
  { fips: '29', code: 'MO', name: 'Missouri' },
  { fips: '30', code: 'MT', name: 'Montana' },
  { fips: '31', code: 'NE', name: 'Nebraska' },
  { fips: '32', code: 'NV', name: 'Nevada' },
  { fips: '33', code: 'NH', name: 'New Hampshire' },
  { fips: '34', code: 'NJ', name: 'New Jersey' },
  { fips: '35', code: 'NM', name: 'New Mexico' },
  { fips: '36', code: 'NY', name: 'New York' },
  { fips: '37', code: 'NC', name: 'North Carolina' },
  { fips: '38', code: 'ND', name: 'North Dakota' },
  { fips: '39', code: 'OH', name: 'Ohio' },
  { fips: '40', code: 'OK', name: 'Oklahoma' },
  { fips: '41', code: 'OR', name: 'Oregon' },
  { fips: '42', code: 'PA', name: 'Pennsylvania' },
  { fips: '44', code: 'RI', name: 'Rhode Island' },
  { fips: '45', code: 'SC', name: 'South Carolina' },
  { fips: '46', code: 'SD', name: 'South Dakota' },
  { fips: '47', code: 'TN', name: 'Tennessee' },
  { fips: '48', code: 'TX', name: 'Texas' },
  { fips: '49', code: 'UT', name: 'Utah' },
  { fips: '50', code: 'VT', name: 'Vermont' },
  { fips: '51', code: 'VA', name: 'Virginia' },
  { fips: '53', code: 'WA', name: 'Washington' },
  { fips: '54', code: 'WV', name: 'West Virginia' },
  { fips: '55', code: 'WI', name: 'Wisconsin' },
  { fips: '56', code: 'WY', name: 'Wyoming' },
];
