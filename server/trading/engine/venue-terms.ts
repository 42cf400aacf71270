import { type AppError, accepted, type Outcome, refused } from '../../../core/contract/app-error.ts';
import type { InstrumentId } from '../../../core/domain/markets/instrument.ts';
import { type MarketTerms, mostOpenOrders } from '../../../core/domain/markets/market-terms.ts';
import { toUnits } from '../../../core/domain/numbers/decimal.ts';
import type { AddInstrument, ChangeInstrumentTerms } from '../../engine/command.ts';
import type { InstrumentGrid } from '../checks/instrument-grid.ts';
import { formatUnits } from '../scaled-number.ts';
import { ppmScale } from '../venues/listed-instruments.ts';
import type { GridSteps } from './directory-content.ts';
import type { EngineVenueParts } from './engine-venue.ts';
import { sendCommand } from './send-command.ts';

/** Ten times the price: a band that is wider than that binds nobody. */
const widestBand = 10_000_000n;

type Wanted = Omit<ChangeInstrumentTerms, 'type' | 'instrument'>;

/** The terms of a market of a venue on the engine that an operator may change, fees aside. */
export class VenueTerms {
  readonly #parts: Pick<EngineVenueParts, 'options' | 'host' | 'engine' | 'instruments'>;

  constructor(parts: Pick<EngineVenueParts, 'options' | 'host' | 'engine' | 'instruments'>) {
    this.#parts = parts;
  }

  of(id: InstrumentId): MarketTerms | null {
    const { engine, instruments } = this.#parts;
    const index = instruments.indexOf(id);
    if (index === undefined) return null;
    const { directory } = engine;
    return termsIn(directory.instruments[index] as AddInstrument, directory.steps[index] as GridSteps, instruments.grid(index, directory));
  }

  /** Answers with the terms before. */
  async change(id: InstrumentId, change: Partial<MarketTerms>): Promise<Outcome<MarketTerms>> {
    const { options, host, engine, instruments } = this.#parts;
    const before = this.of(id);
    const instrument = instruments.indexOf(id);
    if (before === null || instrument === undefined) return refused('MARKET_UNKNOWN_INSTRUMENT', { instrument: id });
    const wanted = counted({ ...before, ...change }, instruments.grid(instrument, engine.directory));
    if (!wanted.ok) return wanted;
    const sent = await sendCommand(options.exchange, host, { type: 'CHANGE_INSTRUMENT_TERMS', instrument, ...wanted.value });
    if (!sent.ok) return sent;
    const { rejected } = sent.value;
    return rejected === undefined ? accepted(before) : invalid(rejected.field, rejected.reason);
  }
}

function termsIn(terms: AddInstrument, { tickStep, lotStep }: GridSteps, counting: InstrumentGrid): MarketTerms {
  return {
    tick: counting.price(tickStep),
    lot: counting.qty(lotStep),
    minQty: counting.qty(terms.minLots),
    maxQty: counting.qty(terms.maxLots),
    minNotional: counting.quote(terms.minNotional),
    priceBand: formatUnits(BigInt(terms.bandPpm), ppmScale),
    maxResting: terms.maxResting,
    maxWaiting: terms.maxWaiting,
  };
}

/** What the engine is to be told, or the first term that cannot be, by its name and rule. */
function counted(terms: MarketTerms, counting: InstrumentGrid): Outcome<Wanted> {
  const { tick, lot } = counting.instrument;
  const tickStep = counting.ticksOf(terms.tick);
  if (!(tickStep > 0)) return invalid('tick', `must be a multiple of ${tick}`);
  const lotStep = counting.lotsOf(terms.lot);
  if (!(lotStep > 0)) return invalid('lot', `must be a multiple of ${lot}`);
  const [minLots, maxLots] = [counting.lotsOf(terms.minQty), counting.lotsOf(terms.maxQty)];
  if (!(minLots > 0) || minLots % lotStep !== 0) return invalid('minQty', `must be a multiple of ${terms.lot}`);
  if (!(maxLots > 0) || maxLots % lotStep !== 0) return invalid('maxQty', `must be a multiple of ${terms.lot}`);
  if (maxLots < minLots) return invalid('maxQty', `must be ${terms.minQty} at least`);
  const minNotional = toUnits(terms.minNotional, counting.quoteScale);
  if (minNotional === null || minNotional < 0n) return invalid('minNotional', `must have ${counting.quoteScale} decimals at most`);
  const band = toUnits(terms.priceBand, ppmScale);
  if (band === null) return invalid('priceBand', `must have ${ppmScale} decimals at most`);
  if (band <= 0n || band > widestBand) return invalid('priceBand', 'must be above 0 and 10 at most');
  const { maxResting, maxWaiting } = terms;
  if (!isLimit(maxResting)) return invalid('maxResting', `must be a whole number from 0 to ${mostOpenOrders}`);
  if (!isLimit(maxWaiting)) return invalid('maxWaiting', `must be a whole number from 0 to ${mostOpenOrders}`);
  return accepted({ tickStep, lotStep, minLots, maxLots, minNotional, bandPpm: Number(band), maxResting, maxWaiting });
}

const isLimit = (count: number): boolean => Number.isSafeInteger(count) && count >= 0 && count <= mostOpenOrders;

const invalid = (field: string, rule: string): { readonly ok: false; readonly error: AppError } =>
  refused('REQUEST_INVALID', { field, rule });
