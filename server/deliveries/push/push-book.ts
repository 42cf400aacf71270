import { accepted, type Outcome, refused } from '../../../core/contract/app-error.ts';
import type { Push, PushAddress, PushDevice } from '../../../core/contract/push.ts';
import type { Clock } from '../../../core/contract/server-services.ts';
import { tidyText } from '../../../core/domain/forms/form-rules.ts';
import type { KeyRing } from '../../secrets/key-ring.ts';
import { sessionIdOf } from '../../session/session-registry.ts';
import type { Repositories, Store } from '../../store/store.ts';
import { isPushService } from './push-services.ts';
import { isPushKey, type PushKeys } from './sealed-push.ts';

interface PushBookParts {
  readonly store: Pick<Store, 'transaction' | 'pushDevices'>;
  readonly clock: Pick<Clock, 'nowMs'>;
  readonly keys: Pick<KeyRing, 'seal' | 'unseal'>;
  readonly newId: () => string;
  readonly publicKey: string;
  readonly channels: Push['channels'];
  /** Origins of further push services. */
  readonly own: readonly string[];
  /** A word to one device, in its owner's language. */
  readonly sendTest: (repositories: Repositories, userId: string) => Promise<number>;
}

/** So many devices one person has at most. */
export const mostDevices = 10;

/** Devices of users that take Web Push; what opens their messages is sealed. */
export class PushBook implements Push {
  readonly #parts: PushBookParts;
  readonly publicKey: string;
  readonly channels: Push['channels'];

  constructor(parts: PushBookParts) {
    this.#parts = parts;
    this.publicKey = parts.publicKey;
    this.channels = parts.channels;
  }

  devicesOf(userId: string): Promise<readonly PushDevice[]> {
    return this.#parts.store.pushDevices.ofUser(userId);
  }

  async add(userId: string, { endpoint, p256dh, auth }: PushAddress, name: string, sessionId?: string): Promise<Outcome<PushDevice>> {
    const { store, clock, newId, own, keys: ring } = this.#parts;
    if (!isPushService(endpoint, own)) return refused('PUSH_SERVICE_UNKNOWN');
    const keys = { p256dh: Buffer.from(p256dh, 'base64url'), auth: Buffer.from(auth, 'base64url') };
    if (!isPushKey(keys)) return refused('PUSH_KEY_INVALID');
    const device = { deviceId: newId(), endpoint, name: tidyText(name).slice(0, 60), createdMs: clock.nowMs() };
    return store.transaction(async ({ pushDevices, users, sessions }): Promise<Outcome<PushDevice>> => {
      // Of two that come at once the second counts the first.
      await users.hold(userId);
      const open = sessionId === undefined ? [] : await sessions.activeOf(userId, clock.nowMs());
      const sessionHash = open.find(({ tokenHash }) => sessionIdOf(tokenHash) === sessionId)?.tokenHash ?? null;
      // It has ended meanwhile, and what ended with it must not come back.
      if (sessionId !== undefined && sessionHash === null) return refused('SESSION_INVALID');
      const sealedKeys = ring.seal(placeOf(device.deviceId), JSON.stringify({ p256dh, auth }));
      await pushDevices.put({ ...device, userId, sessionHash, sealedKeys });
      for (const { deviceId } of (await pushDevices.ofUser(userId)).slice(mostDevices)) await pushDevices.remove(deviceId);
      return accepted(device);
    });
  }

  async remove(userId: string, deviceId: string): Promise<void> {
    const { pushDevices } = this.#parts.store;
    if ((await pushDevices.get(deviceId))?.userId === userId) await pushDevices.remove(deviceId);
  }

  tryOut(userId: string): Promise<number> {
    const { store, sendTest } = this.#parts;
    return store.transaction((repositories) => sendTest(repositories, userId));
  }

  /** Null: they were sealed under another master key. */
  keysOf(deviceId: string, sealed: string): PushKeys | null {
    const text = this.#parts.keys.unseal(placeOf(deviceId), sealed);
    if (text === null) return null;
    const { p256dh, auth } = JSON.parse(text) as Record<'p256dh' | 'auth', string>;
    return { p256dh: Buffer.from(p256dh, 'base64url'), auth: Buffer.from(auth, 'base64url') };
  }
}

const placeOf = (deviceId: string): string => `push/${deviceId}`;
