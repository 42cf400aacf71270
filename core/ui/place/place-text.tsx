import type { AddressPlace } from '../../contract/places.ts';
import { useLanguage } from '../text/use-text.ts';

/** An address and, where it is known, the place that it lies at: `203.0.113.9 (Zurich, Switzerland)`. */
export function PlaceText({ ip, place }: { readonly ip: string; readonly place: AddressPlace | null }) {
  const language = useLanguage();
  const country = place === null ? null : (new Intl.DisplayNames(language, { type: 'region' }).of(place.country) ?? place.country);
  return (
    <span>
      <span translate="no">{ip}</span>
      {country !== null && ` (${place?.city == null ? country : `${place.city}, ${country}`})`}
    </span>
  );
}
