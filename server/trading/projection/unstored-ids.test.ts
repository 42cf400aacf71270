import { expect, it } from 'vitest';
import type { Order } from '../../../core/contract/trading.ts';
import type { VenueEvent } from '../../../core/contract/venue.ts';
import { spotAccount } from '../../../core/domain/accounts/account-key.ts';
import { emptyBatch, exchange } from '../trading-fixture.ts';
import { UnstoredIds } from './unstored-ids.ts';

const ended = (clientOrderId: string, status: Order['status'] = 'FILLED'): VenueEvent => ({
  type: 'order',
  order: { apiId: 1, instrumentId: `${exchange}/BTCUSDT/spot`, clientOrderId, status } as Order,
});

it('knows the ids of finished orders until the store holds them, per account and exchange', () => {
  let stored = 0;
  const ids = new UnstoredIds(() => stored);
  for (let sequence = 1; sequence <= 50; sequence++) ids.batch(emptyBatch(sequence, [ended(`id-${sequence}`), ended('open', 'UNFILLED')]));
  for (let sequence = 1; sequence <= 50; sequence++) expect(ids.has(exchange, spotAccount(1), `id-${sequence}`)).toBe(true);
  expect([
    ids.has(exchange, spotAccount(2), 'id-50'),
    ids.has('aurora', spotAccount(1), 'id-50'),
    ids.has(exchange, spotAccount(1), 'open'),
  ]).toEqual([false, false, false]);
  expect(ids.has(exchange, { apiId: 1, accountType: 'usdm' }, 'id-50')).toBe(false);
  for (let sequence = 51; sequence <= 52; sequence++) {
    stored = sequence - 1;
    ids.batch(emptyBatch(sequence, [ended(`id-${sequence}`)]));
  }
  expect(ids.has(exchange, spotAccount(1), 'id-50')).toBe(false);
  expect(ids.has(exchange, spotAccount(1), 'id-52')).toBe(true);
});
