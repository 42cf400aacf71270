import type { Clock, Logger } from '../../../core/contract/server-services.ts';
import type { Disposer } from '../../../core/contract/token.ts';
import type { FundingDue, Venue } from '../../../core/contract/venue.ts';
import { nextFundingMs } from '../../../core/domain/clearing/funding-time.ts';
import type { Instrument, InstrumentId } from '../../../core/domain/markets/instrument.ts';

/** Where the rates of perpetuals come from. */
export interface FundingRates {
  /** What holds for a moment that has come; null while nobody knows it. */
  at(id: InstrumentId, fundingMs: number): Promise<Omit<FundingDue, 'fundingMs'> | null>;
}

/** Nobody knows a rate. */
export const noRates: FundingRates = { at: async () => null };

interface FundingPaymentsParts {
  readonly venues: () => readonly Pick<Venue, 'exchange' | 'instruments' | 'fundedMs' | 'payFunding'>[];
  readonly rates: FundingRates;
  /** A time that never runs backwards. */
  readonly steadyMs: () => number;
  readonly clock: Pick<Clock, 'every'>;
  readonly logger: Logger;
}

const lookEveryMs = 1_000;

/**
 * Has the funding of every perpetual paid at the hours of its terms. What was paid last stands in the venue's own state, so that a moment is
 * neither skipped nor paid twice, whatever becomes of the clock, of this process and of an answer: after a while without it, those that were
 * missed follow one after the other. One whose rate nobody knows yet, or that the venue cannot take, is waited for, and so are those after it.
 */
export class FundingPayments {
  readonly #parts: FundingPaymentsParts;
  /** Contracts of which it was told that they wait. */
  readonly #waiting = new Set<InstrumentId>();

  constructor(parts: FundingPaymentsParts) {
    this.#parts = parts;
  }

  start(): Disposer {
    return this.#parts.clock.every(lookEveryMs, () => this.pay());
  }

  /** Pays what is due now. */
  async pay(): Promise<void> {
    const contracts = this.#parts
      .venues()
      .flatMap((venue) => venue.instruments.flatMap((instrument) => (hoursOf(instrument) === null ? [] : [{ venue, instrument }])));
    await Promise.all(
      contracts.map(async ({ venue, instrument }) => {
        const problem = await this.#payContract(venue, instrument).catch((error: unknown) => error);
        this.#note(instrument.id, problem);
      }),
    );
  }

  /** What keeps it from paying on; null when all that is due is paid. */
  async #payContract(venue: Pick<Venue, 'fundedMs' | 'payFunding'>, instrument: Instrument): Promise<unknown> {
    const { rates, steadyMs } = this.#parts;
    const hours = hoursOf(instrument) as number;
    for (;;) {
      const paidMs = venue.fundedMs?.(instrument.id) ?? null;
      if (paidMs === null || venue.payFunding === undefined) return null;
      const fundingMs = nextFundingMs(paidMs, hours);
      if (fundingMs > steadyMs()) return null;
      const rate = await rates.at(instrument.id, fundingMs);
      if (rate === null) return 'nobody knows its rate';
      const paid = await venue.payFunding(instrument.id, { ...rate, fundingMs });
      if (!paid.ok) return paid.error;
    }
  }

  #note(id: InstrumentId, problem: unknown): void {
    if (problem === null) this.#waiting.delete(id);
    else if (!this.#waiting.has(id)) {
      this.#waiting.add(id);
      this.#parts.logger.warn({ err: problem, instrument: id }, 'the funding of a contract is due and waits');
    }
  }
}

const hoursOf = (instrument: Instrument): number | null => ('fundingHours' in instrument ? instrument.fundingHours : null);
