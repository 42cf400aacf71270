import type { KeyRow } from '../store/plugins/key-rows.ts';
import { keyFor, seal, unseal } from './sealed-text.ts';

/** One key, open. */
export interface OpenKey {
  readonly keyId: number;
  readonly key: Buffer;
  /** ms. */
  readonly madeMs: number;
}

const placeOf = (keyId: number): string => `sealing key/${keyId}`;
const wrapping = (masterKey: Buffer): Buffer => keyFor(masterKey, 'tessera sealing keys');

export function wrapKeys(masterKey: Buffer, keys: readonly OpenKey[]): readonly KeyRow[] {
  const under = wrapping(masterKey);
  return keys.map(({ keyId, key, madeMs }) => ({ keyId, madeMs, wrapped: seal(under, placeOf(keyId), key.toString('base64')) }));
}

/** Null when they were wrapped under another master key. */
export function unwrapKeys(masterKey: Buffer, rows: readonly KeyRow[]): readonly OpenKey[] | null {
  const under = wrapping(masterKey);
  const keys: OpenKey[] = [];
  for (const { keyId, wrapped, madeMs } of rows) {
    const text = unseal(under, placeOf(keyId), wrapped);
    if (text === null) return null;
    keys.push({ keyId, key: Buffer.from(text, 'base64'), madeMs });
  }
  return keys;
}
