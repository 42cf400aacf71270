import { accepted, type Outcome, refused } from '../../../core/contract/app-error.ts';
import type { FundingDue } from '../../../core/contract/venue.ts';
import type { InstrumentId } from '../../../core/domain/markets/instrument.ts';
import { toUnits } from '../../../core/domain/numbers/decimal.ts';
import type { WatchedPrice } from '../../../core/domain/orders/order.ts';
import type { Command } from '../../engine/command.ts';
import { orderRefusal } from '../checks/order-refusal.ts';
import type { EngineVenueParts } from './engine-venue.ts';
import { sendCommand } from './send-command.ts';

/** Funding rates are parts per billion in the engine. */
const ppbScale = 9;

/** What a venue on the engine is told of its markets from outside: prices that triggers watch, and the funding of its contracts. */
export class OutsidePrices {
  readonly #parts: Pick<EngineVenueParts, 'options' | 'host' | 'engine' | 'instruments'>;

  constructor(parts: Pick<EngineVenueParts, 'options' | 'host' | 'engine' | 'instruments'>) {
    this.#parts = parts;
  }

  /** What it knows already it is not told again. */
  async tell(id: InstrumentId, watchedPrice: WatchedPrice, text: string): Promise<Outcome<void>> {
    const { instruments, engine } = this.#parts;
    const instrument = instruments.indexOf(id);
    if (instrument === undefined) return refused('MARKET_UNKNOWN_INSTRUMENT', { instrument: id });
    const price = instruments.grid(instrument, engine.directory).nearestTicks(text);
    if (price === engine.referencePrice(instrument, watchedPrice)) return accepted(undefined);
    return this.#send(id, { type: 'SET_REFERENCE_PRICE', instrument, watchedPrice, price });
  }

  waitsFor(id: InstrumentId, watched: WatchedPrice): boolean {
    const instrument = this.#parts.instruments.indexOf(id);
    return instrument !== undefined && this.#parts.engine.waiting(instrument, watched) > 0;
  }

  fundedMs(id: InstrumentId): number | null {
    const instrument = this.#parts.instruments.indexOf(id);
    return (instrument === undefined ? 0 : this.#parts.engine.fundedMs(instrument)) || null;
  }

  async payFunding(id: InstrumentId, { fundingMs, mark, rate }: FundingDue): Promise<Outcome<void>> {
    const { instruments, engine } = this.#parts;
    const instrument = instruments.indexOf(id);
    if (instrument === undefined) return refused('MARKET_UNKNOWN_INSTRUMENT', { instrument: id });
    const ratePpb = toUnits(rate, ppbScale);
    if (ratePpb === null) return refused('REQUEST_INVALID', { field: 'rate', rule: 'must have nine decimals at most' });
    const ticks = instruments.grid(instrument, engine.directory).nearestTicks(mark);
    return this.#send(id, { type: 'PAY_FUNDING', instrument, mark: ticks, ratePpb: Number(ratePpb), fundingMs });
  }

  async #send(instrumentId: InstrumentId, command: Command): Promise<Outcome<void>> {
    const sent = await sendCommand(this.#parts.options.exchange, this.#parts.host, command);
    if (!sent.ok) return sent;
    const { rejected } = sent.value;
    if (rejected === undefined) return accepted(undefined);
    return orderRefusal(rejected, { apiId: 0, instrumentId, grid: null, side: 'BUY', orderId: '', status: '' });
  }
}
