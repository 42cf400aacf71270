import { type Static, type TSchema, Type } from '@sinclair/typebox';
import { Ajv } from 'ajv';

const one = <K extends string, F extends Record<string, TSchema>>(kind: K, fields: F) =>
  Type.Object({ kind: Type.Literal(kind), ...fields }, { additionalProperties: false });

const Id = Type.String({ minLength: 1, maxLength: 200 });

/**
 * What one server tells the others. A message says what has changed and never to what: whoever hears it asks the database, so one that is
 * lost, late, repeated or made up changes nothing but when somebody asks.
 */
export const BusMessage = Type.Union([
  /** A session was ended; `tokenHash` as it is stored. */
  one('session', { tokenHash: Id }),
  /** Password, role, level or state of a user are others. */
  one('user', { userId: Id }),
  one('api-key', { keyId: Id }),
  /** Limits over strategies, kill switches among them. */
  one('limits', {}),
  /** Exchange accounts were made. */
  one('accounts', {}),
  /** What a user was authorised for with accounts of others is different. */
  one('grants', { userId: Id }),
  one('plugin-set', { role: Id }),
  /** Versions of the product have other plugin sets. */
  one('product-versions', {}),
  /** A user has turned plugins off or on for himself. */
  one('opt-outs', { userId: Id }),
  /** A layout of the user has another content. */
  one('layout', { userId: Id, layoutId: Id, revision: Type.Integer({ minimum: 0 }) }),
  /** A user has got or read messages; null: everybody. */
  one('messages', { userId: Type.Union([Id, Type.Null()]) }),
  /** What the firm says of itself is different. */
  one('platform', {}),
]);
export type BusMessage = Static<typeof BusMessage>;

const Envelope = Type.Object({ from: Id, message: BusMessage }, { additionalProperties: false });
const isEnvelope = new Ajv().compile<Static<typeof Envelope>>(Envelope);

export const written = (from: string, message: BusMessage): string => JSON.stringify({ from, message });

/** Null for anything else than a message. */
export function read(text: string): Static<typeof Envelope> | null {
  try {
    const value: unknown = JSON.parse(text);
    return isEnvelope(value) ? value : null;
  } catch {
    return null;
  }
}
