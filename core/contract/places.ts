import { type Token, token } from './token.ts';

/** Where an address of the internet lies, as far as that is known. */
export interface AddressPlace {
  /** ISO 3166-1, two capital letters. */
  readonly country: string;
  /** In English; null: not known. */
  readonly city: string | null;
}

/** Looks addresses up, in memory: no address is told to anybody. */
export interface Places {
  /** Null: the firm has no database of places, or that does not know the address. */
  of(ip: string): AddressPlace | null;
}
export const PLACES: Token<Places> = token<Places>('tessera.places', 'Where an address lies');
