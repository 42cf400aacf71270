import { describe, expect, it } from 'vitest';
import { accepted, type Outcome, refused } from '../../core/contract/app-error.ts';
import type { MovementTerms } from '../../core/contract/money.ts';
import type { Venue } from '../../core/contract/venue.ts';
import type { StoredMovement } from '../store/money/money-store.ts';
import { MoneyHolds } from './money-holds.ts';
import type { MoneyPlace } from './movement-checks.ts';

/** A withdrawal of 5 that waits, in an account with so much free at an exchange that answers so. */
function given(available: string, answer: Outcome<void>) {
  const asked: string[] = [];
  const waiting = {
    ...{ movementId: 'm', kind: 'withdrawal', state: 'REQUESTED', userId: 'ann', askedById: 'ann', exchange: 'house' },
    ...{ apiId: 1, accountType: 'spot', asset: 'USDT', amount: '-5' },
  } as unknown as StoredMovement;
  const venue = {
    exchange: 'house',
    available: () => available,
    holds: () => [],
    hold: async (_key: unknown, asset: string, amount: string, reference: string) => {
      asked.push(`${amount} ${asset} ${reference}`);
      return answer;
    },
  } as unknown as Venue;
  const holds = new MoneyHolds({
    store: { money: { get: async () => waiting, page: async () => [waiting] } as never },
    accounts: { moving: async (_apiId, work) => work() },
    venues: () => [venue],
    logger: { error: (_about: unknown, text?: string) => void asked.push(`error: ${text}`) },
  });
  const terms = { movementId: 'm', asset: 'USDT', amount: '5' } satisfies Partial<MovementTerms>;
  return { holds, asked, keep: () => holds.keep(terms, { key: { apiId: 1, accountType: 'spot' }, venue } as MoneyPlace) };
}

describe('what a waiting withdrawal keeps back', () => {
  it('is asked for again while it is free, and in vain never', async () => {
    for (const [free, sent] of [
      ['5', ['5 USDT money-m']],
      ['4.99', []],
    ] as const) {
      const { holds, asked } = given(free, accepted(undefined));
      await holds.reconcile();
      expect(asked, free).toEqual(sent);
    }
  });

  it('is nothing in an account that keeps nothing back, which is no refusal', async () => {
    expect(await given('5', refused('ORDER_NOT_SUPPORTED')).keep()).toEqual(accepted(false));
    expect(await given('5', refused('TRANSFER_INSUFFICIENT')).keep()).toMatchObject({ error: { code: 'TRANSFER_INSUFFICIENT' } });
    expect(await given('5', accepted(undefined)).keep()).toEqual(accepted(true));
  });
});
