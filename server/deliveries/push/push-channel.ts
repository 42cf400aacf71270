import type { Clock } from '../../../core/contract/server-services.ts';
import type { StoredPushDevices } from '../../store/people/push-store.ts';
import { type Channel, type ChannelLetter, ChannelProblem } from '../channel.ts';
import { isPushService } from './push-services.ts';
import { mostPushBytes, type PushKeys, sealedPush } from './sealed-push.ts';
import type { Vapid } from './vapid.ts';

interface PushChannelParts {
  readonly devices: Pick<StoredPushDevices, 'get' | 'remove'>;
  readonly vapid: Vapid;
  /** Null: sealed under another master key. */
  readonly keysOf: (deviceId: string, sealed: string) => PushKeys | null;
  readonly clock: Pick<Clock, 'nowMs'>;
  /** Origins of further push services. */
  readonly own: readonly string[];
  readonly patienceMs?: number;
}

const timeoutMs = 10_000;
/** How long a push service keeps it for a device that is off, seconds: what is older is among the messages. */
const keptSeconds = 24 * 60 * 60;

/** Web Push (RFC 8030). The address of a letter is the id of a device; one that its push service no longer knows is forgotten. */
export class PushChannel implements Channel {
  readonly #parts: PushChannelParts;

  constructor(parts: PushChannelParts) {
    this.#parts = parts;
  }

  async deliver({ to, text }: ChannelLetter): Promise<void> {
    const { devices, keysOf, own } = this.#parts;
    const device = await devices.get(to);
    const keys = device === null ? null : keysOf(device.deviceId, device.sealedKeys);
    if (device === null || keys === null || !isPushService(device.endpoint, own)) throw new ChannelProblem('REFUSED', 'gone');
    const status = await this.#post(device.endpoint, sealedPush(Buffer.from(text).subarray(0, mostPushBytes), keys));
    if (status >= 200 && status < 300) return;
    const isGone = status === 404 || status === 410;
    if (isGone) await devices.remove(device.deviceId);
    throw new ChannelProblem(isGone ? 'REFUSED' : faultOf(status), String(status));
  }

  async #post(endpoint: string, body: Buffer): Promise<number> {
    const { vapid, clock, patienceMs = timeoutMs } = this.#parts;
    try {
      const reply = await fetch(endpoint, {
        method: 'POST',
        headers: {
          authorization: vapid.authorization(endpoint, clock.nowMs()),
          'content-encoding': 'aes128gcm',
          'content-type': 'application/octet-stream',
          ttl: String(keptSeconds),
          urgency: 'high',
        },
        body: new Uint8Array(body),
        redirect: 'manual',
        signal: AbortSignal.timeout(patienceMs),
      });
      await reply.body?.cancel();
      return reply.status;
    } catch (error) {
      throw new ChannelProblem(error instanceof DOMException && error.name === 'TimeoutError' ? 'TIMEOUT' : 'UNREACHABLE');
    }
  }
}

/** A service that has too much to do may take it later; what is wrong with the message or its key stays wrong. */
const faultOf = (status: number): 'REFUSED' | 'FAILED' =>
  status >= 400 && status < 500 && status !== 408 && status !== 425 && status !== 429 ? 'REFUSED' : 'FAILED';
