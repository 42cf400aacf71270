import type { Store } from '../store/store.ts';
import { newRing } from './key-ring.ts';
import { newKey } from './sealed-text.ts';
import { unwrapKeys, wrapKeys } from './wrapped-keys.ts';

interface Rotation {
  readonly store: Pick<Store, 'transaction'>;
  readonly current: Buffer;
  readonly next: Buffer;
  readonly nowMs: number;
}

/**
 * Wraps all keys under the next master key, with a new one that seals from now on, in one transaction with its entry in the audit log. Gives the
 * number of the new key; null when the current master key does not open the present ones, and then nothing has changed.
 */
export function rotateKeys({ store, current, next, nowMs }: Rotation): Promise<number | null> {
  return store.transaction(async ({ sealingKeys, audit }) => {
    await sealingKeys.hold();
    const rows = await sealingKeys.all();
    const keys = rows.length === 0 ? newRing(current) : unwrapKeys(current, rows);
    if (keys === null) return null;
    const keyId = Math.max(...keys.map(({ keyId }) => keyId)) + 1;
    await sealingKeys.replace(wrapKeys(next, [...keys, { keyId, key: newKey(), madeMs: nowMs }]));
    await audit.append({ ...entry('keys.rotated', nowMs), before: null, after: { key: keyId } });
    return keyId;
  });
}

/** Begins a new ring, which opens nothing of what was sealed before: the way on when the master key is lost. */
export function giveKeysUp(store: Pick<Store, 'transaction'>, next: Buffer, nowMs: number): Promise<void> {
  return store.transaction(async ({ sealingKeys, audit }) => {
    await sealingKeys.hold();
    const last = (await sealingKeys.all()).at(-1)?.keyId ?? 0;
    // A number is never given twice: what one key has sealed is never tried with another.
    await sealingKeys.replace(wrapKeys(next, newRing(next, last + 1)));
    await audit.append({ ...entry('keys.given-up', nowMs), before: { key: last }, after: { key: last + 1 } });
  });
}

const entry = (action: string, timeMs: number) => ({ timeMs, actor: 'system', action, subject: 'house/keys', reason: null });
