/** Where an address of the internet lies, as far as that is known. */
export interface AddressPlace {
  /** ISO 3166-1, two capital letters. */
  readonly country: string;
  /** In English; null: not known. */
  readonly city: string | null;
}

/** As people read it: `Zurich, Switzerland`. */
export function placeText({ country, city }: AddressPlace, language: string): string {
  const name = new Intl.DisplayNames(language, { type: 'region' }).of(country) ?? country;
  return city === null ? name : `${city}, ${name}`;
}
