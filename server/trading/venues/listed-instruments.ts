import type { Instrument } from '../../../core/domain/markets/instrument.ts';
import { multiplyDecimals } from '../../../core/domain/numbers/decimal.ts';
import type { AddInstrument, Command } from '../../engine/command.ts';
import type { InstrumentGrid } from '../checks/instrument-grid.ts';
import type { GridSteps } from '../engine/directory-content.ts';
import { formatUnits } from '../scaled-number.ts';

/** Fees and bands are parts per million in the engine. */
export const ppmScale = 6;

/** A market that the exchange lists: as its plugin defines it, and by the terms of now. */
interface ListedMarket {
  readonly definition: Instrument;
  /** What the definition would register. */
  readonly defined: AddInstrument;
  readonly terms: AddInstrument;
  readonly steps: GridSteps;
  /** What the market counts in. */
  readonly counting: InstrumentGrid;
}

interface Told extends ListedMarket {
  readonly instrument: Instrument;
  /** What orders are held to; null while that is all that the market counts in. */
  readonly held: InstrumentGrid | null;
}

/** The markets of an exchange by the terms that are durable: what it tells, and what it holds orders to. */
export class ListedInstruments {
  readonly #markets = new Map<number, Told>();
  #all: readonly Instrument[] = [];

  /** Lists it, or puts other terms in the place of those that it had. */
  set(index: number, market: ListedMarket): Instrument {
    const instrument = listed(market);
    const { counting, steps } = market;
    const held = steps.tickStep === 1 && steps.lotStep === 1 ? null : counting.of(instrument);
    this.#markets.set(index, { ...market, instrument, held });
    this.#all = [...this.#markets.values()].map((one) => one.instrument);
    return instrument;
  }

  /** A durable command; null unless it has given a listed market other terms. */
  took(command: Command): Instrument | null {
    if (command.type !== 'CHANGE_INSTRUMENT_TERMS' && command.type !== 'CHANGE_INSTRUMENT_FEES') return null;
    const market = this.#markets.get(command.instrument);
    if (market === undefined) return null;
    const { tickStep, lotStep } = { ...market.steps, ...command };
    return this.set(command.instrument, {
      ...market,
      terms: { ...market.terms, ...command, type: 'ADD_INSTRUMENT' },
      steps: { tickStep, lotStep },
    });
  }

  get all(): readonly Instrument[] {
    return this.#all;
  }

  heldGrid(index: number): InstrumentGrid | null {
    return this.#markets.get(index)?.held ?? null;
  }
}

/** A term that is what its definition says keeps its words. */
function listed({ definition, defined, terms, steps, counting }: ListedMarket): Instrument {
  const as = <K extends keyof AddInstrument>(field: K, own: string, text: (value: AddInstrument[K]) => string): string =>
    defined[field] === terms[field] ? own : text(terms[field]);
  const fraction = (ppm: number): string => formatUnits(BigInt(ppm), ppmScale);
  const { tick, lot } = definition;
  return {
    ...definition,
    tick: steps.tickStep === 1 ? tick : multiplyDecimals(tick, String(steps.tickStep)),
    lot: steps.lotStep === 1 ? lot : multiplyDecimals(lot, String(steps.lotStep)),
    minQty: as('minLots', definition.minQty, (lots) => counting.qty(lots)),
    maxQty: as('maxLots', definition.maxQty, (lots) => counting.qty(lots)),
    minNotional: as('minNotional', definition.minNotional, (units) => counting.quote(units)),
    priceBand: as('bandPpm', definition.priceBand, fraction),
    makerFee: as('makerFeePpm', definition.makerFee, fraction),
    takerFee: as('takerFeePpm', definition.takerFee, fraction),
  };
}
