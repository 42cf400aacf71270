import { expect, it } from 'vitest';
import { accepted, type Outcome, refused } from '../../core/contract/app-error.ts';
import type { MovementState } from '../../core/domain/accounts/money-movement.ts';
import type { StoredMovement } from '../store/money/money-store.ts';
import { MovementRunner, type RunnerParts } from './movement-runner.ts';

/** One withdrawal that its owner asked for, at an exchange that gives these answers one after the other; null: none at all. */
function given(state: MovementState, answers: readonly (Outcome<void> | null)[]) {
  const movement = { movementId: 'm', apiId: 1, accountType: 'spot', asset: 'USDT', amount: '-5', userId: 'ann', askedById: 'ann', state };
  const left = [...answers];
  const asked: string[] = [];
  const frozen = { is: false };
  const money = {
    get: async () => ({ ...movement }) as unknown as StoredMovement,
    move: async (_id: string, from: readonly MovementState[], to: MovementState) => {
      if (!from.includes(movement.state)) return false;
      movement.state = to;
      return true;
    },
  };
  const repositories = { money, audit: { append: async () => undefined } };
  const runner = new MovementRunner({
    store: {
      money,
      transaction: async (work: (within: typeof repositories) => unknown) => work(repositories),
    } as unknown as RunnerParts['store'],
    accounts: {
      deposit: async () => accepted(undefined),
      withdraw: async (_account, _asset, _amount, reference) => {
        asked.push(reference);
        const answer = left.shift();
        if (answer === null || answer === undefined) throw new Error('no answer');
        return answer;
      },
    },
    hasRoom: () => true,
    isFrozen: () => frozen.is,
    clock: { nowMs: () => 0 },
    logger: { error: () => undefined },
    changed: () => undefined,
  });
  const run = async (): Promise<MovementState | undefined> => (await runner.run('m'))?.state;
  return { run, asked, frozen };
}

it('calls a movement failed only when its exchange said so', async () => {
  const { run } = given('APPROVED', [refused('TRANSFER_INSUFFICIENT')]);
  expect(await run()).toBe('FAILED');
});

it('leaves open what nobody knows of while its account is withheld, its exchange away or the disk full, and asks again under its name', async () => {
  const away = (['ACCESS_ACCOUNT', 'VENUE_UNAVAILABLE', 'DISK_FULL', 'ORDER_NOT_SUPPORTED'] as const).map((code) => refused(code));
  const { run, asked } = given('APPROVED', [null, ...away, accepted(undefined)]);
  expect(await run()).toBe('UNRESOLVED');
  for (const _ of away) expect(await run()).toBe('UNRESOLVED');
  expect(await run()).toBe('DONE');
  expect(new Set(asked)).toEqual(new Set(['money-m']));
});

it('holds what its owner asked for while risk has frozen the account, and asks what became of what has gone out all the same', async () => {
  const held = given('APPROVED', [accepted(undefined)]);
  held.frozen.is = true;
  expect(await held.run()).toBe('APPROVED');
  expect(held.asked).toEqual([]);
  held.frozen.is = false;
  expect(await held.run()).toBe('DONE');
  const out = given('UNRESOLVED', [accepted(undefined)]);
  out.frozen.is = true;
  expect(await out.run()).toBe('DONE');
});
