import type { Clock } from '../../core/contract/server-services.ts';
import type { KeyRow } from '../store/plugins/key-rows.ts';
import type { Store } from '../store/store.ts';
import { MasterKeyError, type MasterKeys } from './master-key.ts';
import { keyFor, newKey, seal, unseal } from './sealed-text.ts';
import { type OpenKey, unwrapKeys, wrapKeys } from './wrapped-keys.ts';

/** A new key seals once every server on the same database has had the time to hear of it. */
const ripeMs = 15_000;
const [firstPauseMs, longestPauseMs] = [5_000, 10 * 60_000];

interface KeyRingParts {
  readonly store: Pick<Store, 'sealingKeys' | 'transaction'>;
  readonly master: MasterKeys;
  readonly clock: Pick<Clock, 'nowMs'>;
}

/**
 * The keys that secrets are sealed under (AES-256-GCM). They lie in the database, wrapped under the master key, which is not in it: a new master
 * key wraps them anew, and no secret has to be touched. Sealed text names its key: `2:<key>:<base64>`. Key 0 is the master key that the installation
 * began with. What follows from it (hashes, passwords of the demo) stays, and it opens text of before the ring, `1:<base64>`.
 */
export class KeyRing {
  readonly #parts: KeyRingParts;
  #keys: readonly OpenKey[];
  /** Of the rows that they were opened from. */
  #mark: string;
  /** Rows that the master key did not open. */
  #barred = { mark: '', pauseMs: firstPauseMs, untilMs: 0 };

  private constructor(parts: KeyRingParts, keys: readonly OpenKey[], mark: string) {
    this.#parts = parts;
    this.#keys = keys;
    this.#mark = mark;
  }

  /** Makes the keys of a new installation. Throws a {@link MasterKeyError} when they are wrapped under another master key. */
  static async open(parts: KeyRingParts): Promise<KeyRing> {
    const { store, master } = parts;
    const rows = await store.transaction(async ({ sealingKeys }) => {
      // Servers that begin together make one ring.
      await sealingKeys.hold();
      const kept = await sealingKeys.all();
      if (kept.length > 0) return kept;
      const made = wrapKeys(master.current, newRing(master.current));
      await sealingKeys.replace(made);
      return made;
    });
    const keys = await master.open((key) => unwrapKeys(key, rows));
    if (keys === null) throw new MasterKeyError(master.origin);
    return new KeyRing(parts, keys, markOf(rows));
  }

  /** From what hashes and passwords of this installation follow; never what seals. */
  get root(): Buffer {
    return this.#keys[0]?.key ?? Buffer.alloc(0);
  }

  /** For hashes of sealed things, such as recovery codes. */
  get digestKey(): Buffer {
    return legacyKey(this.root);
  }

  /** Encrypted, and bound to `place`: what is moved to another place does not open. */
  seal(place: string, text: string): string {
    const ripe = this.#parts.clock.nowMs() - ripeMs;
    const { keyId, key } = this.#keys.findLast(({ keyId, madeMs }) => keyId > 0 && (madeMs === 0 || madeMs <= ripe)) ?? noKey();
    return `2:${keyId}:${seal(key, place, text)}`;
  }

  /** Null for what was sealed under keys that are gone, for another place, or was changed since. */
  unseal(place: string, sealed: string): string | null {
    const [, edition, number, body = ''] = /^(?:(1)|2:(\d{1,6})):([A-Za-z0-9+/=]*)$/.exec(sealed) ?? [];
    if (edition === '1') return unseal(this.digestKey, place, body);
    const found = number === undefined || number === '0' ? undefined : this.#keys.find(({ keyId }) => keyId === Number(number));
    return found === undefined ? null : unseal(found.key, place, body);
  }

  /**
   * Takes up what another process has made: true once its keys are here. A master key that cannot be read again, or is still the former one, leaves them
   * as they are; it is read again after ever longer pauses, as a command may be asked for it.
   */
  async refresh(): Promise<boolean> {
    const { store, master, clock } = this.#parts;
    const rows = await store.sealingKeys.all();
    const mark = markOf(rows);
    if (mark === this.#mark) return true;
    if (mark !== this.#barred.mark) this.#barred = { mark, pauseMs: firstPauseMs, untilMs: 0 };
    const { pauseMs, untilMs } = this.#barred;
    if (clock.nowMs() < untilMs) return false;
    this.#barred = { mark, pauseMs: Math.min(longestPauseMs, pauseMs * 2), untilMs: clock.nowMs() + pauseMs };
    const keys = unwrapKeys(await master.readAgain(), rows);
    if (keys === null) return false;
    [this.#keys, this.#mark] = [keys, mark];
    return true;
  }
}

const markOf = (rows: readonly KeyRow[]): string => rows.map(({ keyId, wrapped }) => `${keyId}:${wrapped}`).join(' ');

/** `root`: what everything else of the installation follows from. The key that seals does so at once. */
export const newRing = (root: Buffer, firstId = 1): readonly OpenKey[] => [
  { keyId: 0, key: root, madeMs: 0 },
  { keyId: firstId, key: newKey(), madeMs: 0 },
];

const legacyKey = (root: Buffer): Buffer => keyFor(root, 'tessera secrets');

function noKey(): never {
  throw new Error('the ring has no key that seals');
}
