import type { AddressPlace } from '../domain/place.ts';
import { type Token, token } from './token.ts';

/** Looks addresses up, in memory: no address is told to anybody. */
export interface Places {
  /** Null: the firm has no database of places, or that does not know the address. */
  of(ip: string): AddressPlace | null;
}
export const PLACES: Token<Places> = token<Places>('tessera.places', 'Where an address lies');
