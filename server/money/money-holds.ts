import { accepted, type Outcome, refused } from '../../core/contract/app-error.ts';
import type { MovementTerms } from '../../core/contract/money.ts';
import type { Logger } from '../../core/contract/server-services.ts';
import type { Venue } from '../../core/contract/venue.ts';
import { accountKeyOf } from '../../core/domain/accounts/account-key.ts';
import { movementIdOf, movementReference, openMovementStates } from '../../core/domain/accounts/money-movement.ts';
import { compareDecimals, negateDecimal } from '../../core/domain/numbers/decimal.ts';
import { KeyedTurns } from '../../core/domain/turns.ts';
import type { StoredMovement } from '../store/money/money-store.ts';
import type { Store } from '../store/store.ts';
import type { ApiAccountDirectory } from '../trading/accounts/api-account-directory.ts';
import type { MoneyPlace } from './movement-checks.ts';

interface HoldParts {
  readonly store: Pick<Store, 'money'>;
  readonly accounts: Pick<ApiAccountDirectory, 'moving'>;
  readonly venues: () => readonly Venue[];
  readonly logger: Pick<Logger, 'error'>;
}

/** One look goes through at most so many that wait. */
const mostLooked = 500;

/**
 * Keeps back at its exchange what somebody has asked to take out, its owner or the house, until it has gone out or is not to go: the exchange's journal has the hold, the database what it
 * is for. It is there before the request is written, so that a stop between the two leaves a hold of nothing, which the next look lets go.
 */
export class MoneyHolds {
  readonly #parts: HoldParts;
  readonly #turns = new KeyedTurns();

  constructor(parts: HoldParts) {
    this.#parts = parts;
  }

  /** One after the other of each movement: nobody takes for left over what is just being asked for. */
  during<T>(movementId: string, work: () => Promise<T>): Promise<T> {
    return this.#turns.take(movementId, work);
  }

  /** Whether it is kept back now; false at an exchange, or in an account, that keeps nothing back. Refused when it is not free. */
  async keep(
    { movementId, asset, amount }: Pick<MovementTerms, 'movementId' | 'asset' | 'amount'>,
    { key, venue }: MoneyPlace,
  ): Promise<Outcome<boolean>> {
    const hold = venue.hold?.bind(venue);
    if (hold === undefined) return accepted(false);
    const kept = await this.#parts.accounts.moving(key.apiId, () => hold(key, asset, amount, movementReference(movementId)));
    if (kept === null) return refused('ACCESS_ACCOUNT', { apiId: key.apiId });
    if (!kept.ok && kept.error.code === 'ORDER_NOT_SUPPORTED') return accepted(false);
    return kept.ok ? accepted(true) : kept;
  }

  /** Keeps back what a movement still needs, and lets go what it does not need any more. Within {@link during}. */
  async settle(movementId: string, venue: Venue): Promise<void> {
    const reference = movementReference(movementId);
    try {
      const movement = await this.#parts.store.money.get(movementId);
      const isKept = venue.holds?.().includes(reference) === true;
      const isNeeded = movement !== null && openMovementStates.includes(movement.state);
      if (isKept && !isNeeded) await venue.release?.(reference);
      else if (!isKept && isNeeded && waits(movement)) await this.#keepAgain(movement, venue);
    } catch (error) {
      this.#parts.logger.error({ err: error, movementId }, 'what is kept back for a withdrawal could not be settled; it is tried again');
    }
  }

  /** All of them: those that a stop has left behind, and those that were asked for before anything was kept back. */
  async reconcile(): Promise<void> {
    const waiting = await this.#parts.store.money.page({ states: ['REQUESTED'] }, { limit: mostLooked });
    for (const venue of this.#parts.venues()) {
      const kept = new Set(venue.holds?.().flatMap((name) => movementIdOf(name) ?? []));
      const here = waiting.filter(({ exchange }) => exchange === venue.exchange);
      const wanted = new Set(here.filter(waits).map(({ movementId }) => movementId));
      const odd = [...[...kept].filter((id) => !wanted.has(id)), ...[...wanted].filter((id) => venue.hold !== undefined && !kept.has(id))];
      for (const movementId of odd) await this.during(movementId, () => this.settle(movementId, venue));
    }
  }

  /** Where it is not free any more, the withdrawal fails once somebody agrees to it; nobody asks for it in vain until then. */
  async #keepAgain({ movementId, apiId, accountType, asset, amount: signed }: StoredMovement, venue: Venue): Promise<void> {
    const key = accountKeyOf(apiId, accountType);
    const amount = negateDecimal(signed);
    if (key === null || compareDecimals(amount, venue.available(key, asset)) > 0) return;
    await venue.hold?.(key, asset, amount, movementReference(movementId));
  }
}

/** For a second person, to go out. */
const waits = ({ state, amount }: StoredMovement): boolean => state === 'REQUESTED' && amount.startsWith('-');
