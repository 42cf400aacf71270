import { createHash } from 'node:crypto';
import { accepted, type Outcome, refused } from '../../core/contract/app-error.ts';
import type { Movement, Reward } from '../../core/contract/money.ts';
import type { Clock } from '../../core/contract/server-services.ts';
import type { SpotIndexes } from '../../core/contract/spot-indexes.ts';
import type { Venue } from '../../core/contract/venue.ts';
import { compareDecimals, decimalPattern, toUnits } from '../../core/domain/numbers/decimal.ts';
import type { NewMovement, StoredMovement } from '../store/money/money-store.ts';
import type { Store } from '../store/store.ts';
import type { ApiAccountDirectory } from '../trading/accounts/api-account-directory.ts';
import type { MovementRunner } from './movement-runner.ts';
import { worthOf } from './movement-value.ts';

interface RewardParts {
  readonly store: Pick<Store, 'money' | 'transaction'>;
  readonly accounts: Pick<ApiAccountDirectory, 'get'>;
  readonly venue: (exchange: string) => Venue | null;
  readonly indexes: Pick<SpotIndexes, 'list'>;
  readonly runner: Pick<MovementRunner, 'run'>;
  readonly changed: (movement: Movement) => void;
  readonly clock: Pick<Clock, 'nowMs'>;
}

const rebatePrefix = 'rebate-';
/** Whether only the house itself may name a movement so: who is to get a rebate, and when, can be known, and its name with that. */
export const isNameOfReward = (movementId: string): boolean => movementId.startsWith(rebatePrefix);

/** What the house gives by a rule of its own: nobody asks for it and nobody agrees; the rule is what somebody has decided, with a reason. */
export class HouseRewards {
  readonly #parts: RewardParts;

  constructor(parts: RewardParts) {
    this.#parts = parts;
  }

  /** As long as names of movements may be. */
  idOf(of: readonly string[]): string {
    return `${rebatePrefix}${createHash('sha256').update(JSON.stringify(of)).digest('hex').slice(0, 32)}`;
  }

  async give({ movementId, apiId, asset, amount, reason }: Reward): Promise<Outcome<Movement>> {
    const { store, accounts, venue, runner, changed } = this.#parts;
    const known = await store.money.get(movementId);
    if (known !== null) {
      const isSame =
        known.kind === 'rebate' && known.apiId === apiId && known.asset === asset && compareDecimals(known.amount, amount) === 0;
      if (!isSame) return refused('MONEY_ID_TAKEN', { field: 'movement_id' });
      return accepted((await runner.run(movementId)) ?? known);
    }
    const account = accounts.get(apiId);
    if (account === null) return refused('ACCESS_ACCOUNT', { apiId });
    const { exchange, userId } = account;
    const open = venue(exchange);
    if (open === null) return refused('VENUE_UNAVAILABLE', { exchange });
    const scale = open.assets.find(({ code }) => code === asset)?.scale;
    if (scale === undefined) return refused('ORDER_NOT_SUPPORTED', { field: 'asset', value: asset });
    const units = decimalPattern.test(amount) ? toUnits(amount, scale) : null;
    if (units === null || units === 0n) return refused('ORDER_AMOUNT_OFF_GRID', { field: 'amount', value: amount, scale });
    if (!open.capabilities.deposit) return refused('MONEY_NOT_OFFERED', { exchange });
    const added = await this.#add({
      ...{ movementId, kind: 'rebate', apiId, userId, exchange, accountType: 'spot', asset, amount },
      ...{ value: worthOf(this.#parts.indexes, asset, amount), reason, proof: '', file: null, destination: null, approvalId: null },
      ...{ askedById: 'system', askedMs: this.#parts.clock.nowMs(), state: 'APPROVED' },
    });
    if (!added.ok) return added;
    changed(added.value);
    return accepted((await runner.run(movementId)) ?? added.value);
  }

  async #add(row: NewMovement): Promise<Outcome<StoredMovement>> {
    const { movementId, userId, apiId } = row;
    return this.#parts.store.transaction(async ({ users, apiAccounts, money, audit }): Promise<Outcome<StoredMovement>> => {
      // Held with its owner, so that the account is not deleted under a movement.
      await users.hold(userId);
      if ((await apiAccounts.get(apiId))?.state === 'DELETED') return refused('ACCESS_ACCOUNT', { apiId });
      if (await money.add(row)) {
        const after = {
          kind: row.kind,
          api_id: apiId,
          exchange: row.exchange,
          asset: row.asset,
          amount: row.amount,
          value: row.value,
          state: row.state,
        };
        const entry = {
          actor: 'system',
          action: 'money.requested',
          subject: `movement/${movementId}`,
          reason: row.reason,
          before: null,
          after,
        };
        await audit.append({ ...entry, timeMs: row.askedMs });
      }
      const added = await money.get(movementId);
      if (added === null) throw new Error('a movement was written and is not there');
      return accepted(added);
    });
  }
}
