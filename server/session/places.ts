import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { Reader, type Response } from 'mmdb-lib';
import type { Places } from '../../core/contract/places.ts';
import type { AddressPlace } from '../../core/domain/place.ts';

/** As the databases of MaxMind, DB-IP and others name it; some have a flat `country_code`. */
interface PlaceRow {
  readonly country?: { readonly iso_code?: unknown };
  readonly country_code?: unknown;
  readonly city?: { readonly names?: { readonly en?: unknown } };
}

export const noPlaces: Places = { of: () => null };

/** How those who make databases of places call them: `GeoLite2-City`, `DBIP-Country-Lite`, `ipinfo generic_location`. Of networks or providers there are others. */
const placeKinds = /city|country|location/i;

/** Places by a file in MaxMind's format (.mmdb), read whole. Throws where it cannot be read, or is something else. */
export function openPlaces(path: string): Places {
  const reader = new Reader<Response>(readFileSync(path));
  const kind = reader.metadata.databaseType;
  if (!placeKinds.test(kind)) throw new Error(`${path} is a database of ${kind}, not of places`);
  return { of: (ip) => placeIn(found(reader, ip)) };
}

/** By the text of a setting: none when it is empty, undefined where it names no database of places. */
export function placesIn(text: string): Places | undefined {
  if (text === '') return noPlaces;
  try {
    return openPlaces(resolve(text));
  } catch {
    return undefined;
  }
}

/** An address of IPv6 in a database of IPv4 alone, or what is no address, lies nowhere. */
function found(reader: Reader<Response>, ip: string): PlaceRow | null {
  try {
    return reader.get(ip) as PlaceRow | null;
  } catch {
    return null;
  }
}

function placeIn(row: PlaceRow | null): AddressPlace | null {
  const country = row?.country?.iso_code ?? row?.country_code;
  if (typeof country !== 'string' || !/^[A-Z]{2}$/.test(country)) return null;
  const city = row?.city?.names?.en;
  return { country, city: typeof city === 'string' && city !== '' ? city : null };
}
