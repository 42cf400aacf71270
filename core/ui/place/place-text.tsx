import { type AddressPlace, placeText } from '../../domain/place.ts';
import { useLanguage } from '../text/use-text.ts';

/** An address and, where it is known, the place that it lies at: `203.0.113.9 (Zurich, Switzerland)`. */
export function PlaceText({ ip, place }: { readonly ip: string; readonly place: AddressPlace | null }) {
  const language = useLanguage();
  return (
    <span>
      <span translate="no">{ip}</span>
      {place !== null && ` (${placeText(place, language)})`}
    </span>
  );
}
