import type { VenueKind, VenueState } from '../domain/markets/house-venue.ts';
import type { PlatformSettings } from '../domain/platform-settings.ts';
import { type Token, token } from './token.ts';

/** What a plugin contributes as a venue, and what lies there. */
export interface HouseVenue {
  /** Of plugin and contribution. */
  readonly key: string;
  readonly pluginId: string;
  /** Keys among the texts of its plugin. */
  readonly title: string;
  readonly description: string;
  readonly kind: VenueKind;
  readonly state: VenueState;
  /** None while it has never been open. */
  readonly exchanges: ReadonlyArray<{ readonly exchange: string; readonly title: string }>;
  readonly openOrders: number;
  /** Accounts there, whatever is in them. */
  readonly opened: number;
  /** Those of them with something in them. */
  readonly accounts: number;
  /** Running strategy instances with accounts there. */
  readonly instances: number;
}

/** The installed venues. Which are open is said by PLATFORM; they open and close by that at once. */
export interface HouseVenues {
  list(): readonly HouseVenue[];
  /** Open ones that these settings would close. */
  closedBy(settings: Pick<PlatformSettings, 'sandbox' | 'closedVenues'>): readonly HouseVenue[];
}
export const HOUSE_VENUES: Token<HouseVenues> = token<HouseVenues>('tessera.house-venues', 'The installed venues, and what lies there');
