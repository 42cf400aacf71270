import { Type } from '@sinclair/typebox';
import { nullable, strict } from '../common.ts';

/** Where an address lies: ISO 3166-1 and, in English, the city; null: the firm has no database of places, or that does not know it. */
export const PlaceView = nullable(strict({ country: Type.String({ pattern: '^[A-Z]{2}$' }), city: nullable(Type.String()) }));
