import type { DeliveryKind } from '../../../core/domain/delivery.ts';
import { keyFor, seal } from '../../../server/secrets/sealed-text.ts';
import { masterKeyIn } from '../keys.ts';
import type { TestServer } from '../servers/test-server.ts';

interface Letter {
  readonly kind: DeliveryKind;
  readonly subject: string;
  readonly address: string;
  /** Its channel has refused it. */
  readonly failed?: boolean;
}

let letters = 0;

/** A letter that the house wrote to somebody; gives its id. */
export async function addLetter({ store, dataFolder }: Pick<TestServer, 'store' | 'dataFolder'>, letter: Letter): Promise<string> {
  const { kind, subject, address, failed = false } = letter;
  const deliveryId = `kit-letter-${++letters}`;
  const key = keyFor(masterKeyIn(dataFolder), 'tessera secrets');
  const nowMs = Date.now();
  await store.deliveries.add({
    ...{ deliveryId, userId: null, address, kind, subject, channel: address.includes('@') ? 'mail' : 'sms' },
    ...{ sealedBody: `1:${seal(key, `delivery/${address}`, `words of ${deliveryId}`)}`, createdMs: nowMs, expiresMs: nowMs + 3_600_000 },
  });
  if (failed) await store.deliveries.notTaken(deliveryId, { error: 'REFUSED', errorDetail: '550', nowMs, nextMs: null });
  return deliveryId;
}
