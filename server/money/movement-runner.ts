import type { AppError, Outcome } from '../../core/contract/app-error.ts';
import type { Movement } from '../../core/contract/money.ts';
import type { Clock, Logger } from '../../core/contract/server-services.ts';
import type { ApiId } from '../../core/contract/trading.ts';
import { accountKeyOf } from '../../core/domain/accounts/account-key.ts';
import { type MovementState, movementReference } from '../../core/domain/accounts/money-movement.ts';
import { negateDecimal } from '../../core/domain/numbers/decimal.ts';
import type { StoredMovement } from '../store/money/money-store.ts';
import type { Store } from '../store/store.ts';
import type { ApiAccountDirectory } from '../trading/accounts/api-account-directory.ts';

export interface RunnerParts {
  readonly store: Pick<Store, 'money' | 'transaction'>;
  readonly accounts: Pick<ApiAccountDirectory, 'deposit' | 'withdraw'>;
  readonly hasRoom: () => boolean;
  /** Nothing that its owner asks for leaves it. */
  readonly isFrozen: (apiId: ApiId) => boolean;
  readonly clock: Pick<Clock, 'nowMs'>;
  readonly logger: Pick<Logger, 'error'>;
  readonly changed: (movement: Movement) => void;
}

/** The exchange was not asked, so nobody knows whether it was before: it is asked later. An account is withheld for a moment while somebody tries to delete it. */
const notAsked: readonly AppError['code'][] = ['VENUE_UNAVAILABLE', 'DISK_FULL', 'ACCESS_ACCOUNT', 'ORDER_NOT_SUPPORTED'];
const open: readonly MovementState[] = ['APPROVED', 'UNRESOLVED'];
/** One call goes through at most so many that wait for an answer. */
const mostResolved = 500;

/** Makes movements that nobody stands against any more, at their exchange, each under its own reference: asked again it is not made again. */
export class MovementRunner {
  readonly #parts: RunnerParts;

  constructor(parts: RunnerParts) {
    this.#parts = parts;
  }

  /** Gives how far it has come; one that is not to be made is left alone. */
  async run(movementId: string): Promise<StoredMovement | null> {
    const { store, hasRoom, isFrozen } = this.#parts;
    const movement = await store.money.get(movementId);
    if (movement === null || !open.includes(movement.state) || !hasRoom()) return movement;
    // What has gone out already is asked for all the same.
    const isHeld = movement.state === 'APPROVED' && movement.askedById === movement.userId && isFrozen(movement.apiId);
    if (isHeld) return movement;
    await this.#settle(movement, await this.#asked(movement));
    return store.money.get(movementId);
  }

  /** All that have no answer yet; gives how many have one now. */
  async resolve(): Promise<number> {
    let resolved = 0;
    for (const { movementId } of await this.#parts.store.money.page({ states: open }, { limit: mostResolved })) {
      const now = await this.run(movementId);
      if (now !== null && !open.includes(now.state)) resolved += 1;
    }
    return resolved;
  }

  /** Null: nobody answered. */
  async #asked({ movementId, apiId, accountType, asset, amount }: StoredMovement): Promise<Outcome<void> | null> {
    const { accounts, logger } = this.#parts;
    const account = accountKeyOf(apiId, accountType);
    if (account === null) throw new Error(`movement ${movementId} is of an account of type ${accountType}`);
    const reference = movementReference(movementId);
    try {
      if (amount.startsWith('-')) return await accounts.withdraw(account, asset, negateDecimal(amount), reference);
      return await accounts.deposit(account, asset, amount, reference);
    } catch (error) {
      logger.error({ err: error, movementId }, 'the venue did not answer; it is asked again what has become of a movement of money');
      return null;
    }
  }

  async #settle(movement: StoredMovement, answer: Outcome<void> | null): Promise<void> {
    if (answer === null) await this.#step(movement, ['APPROVED'], 'UNRESOLVED', 'money.unresolved');
    else if (answer.ok) await this.#step(movement, open, 'DONE', 'money.done', { doneMs: this.#parts.clock.nowMs() });
    // Under its reference it has certainly not happened, also when it was asked before.
    else if (!notAsked.includes(answer.error.code))
      await this.#step(movement, open, 'FAILED', 'money.failed', { failure: answer.error.code });
  }

  async #step(
    { movementId, state: before }: StoredMovement,
    from: readonly MovementState[],
    to: MovementState,
    action: string,
    more: { readonly failure?: string; readonly doneMs?: number } = {},
  ): Promise<void> {
    const { store, clock, changed } = this.#parts;
    const moved = await store.transaction(async ({ money, audit }) => {
      if (!(await money.move(movementId, from, to, more))) return null;
      const after = { state: to, ...(more.failure === undefined ? {} : { failure: more.failure }) };
      const entry = { actor: 'system', action, subject: `movement/${movementId}`, reason: null, before: { state: before }, after };
      await audit.append({ ...entry, timeMs: clock.nowMs() });
      return money.get(movementId);
    });
    if (moved !== null) changed(moved);
  }
}
