import { isDeepStrictEqual } from 'node:util';
import type { Asset, Instrument, InstrumentId } from '../../../core/domain/markets/instrument.ts';
import { instrumentId } from '../../../core/domain/markets/instrument.ts';
import { pow10, toUnits } from '../../../core/domain/numbers/decimal.ts';
import type { AddInstrument, Command } from '../../engine/command.ts';
import { InstrumentGrid } from '../checks/instrument-grid.ts';
import { finestSteps, type GridSteps, type OwnTerms, termsOf } from '../engine/directory-content.ts';
import type { EngineDirectory } from '../engine/engine-directory.ts';
import { formatUnits } from '../scaled-number.ts';
import { ListedInstruments, ppmScale } from './listed-instruments.ts';

/**
 * Open orders that an account may have in one market. They bound what one account can do to everybody's memory, and how many
 * triggers it can make fire at one price.
 */
export const orderLimits = { maxResting: 200, maxWaiting: 50 } as const;

/** Terms that mean something together: when the exchange says something else of one, all of them are its own again. */
const together = [
  ['minLots', 'maxLots'],
  ['minNotional'],
  ['bandPpm'],
  ['makerFeePpm', 'takerFeePpm'],
  ['maxResting', 'maxWaiting'],
] as const satisfies readonly (readonly (keyof OwnTerms)[])[];

/**
 * One venue's instruments by engine index and by id. Definitions come from the plugin; an instrument that only the
 * journal knows is read back from there, so that its history stays readable after the plugin dropped it.
 */
export class VenueInstruments {
  readonly #exchange: string;
  readonly #assets: readonly Asset[];
  readonly #definitions: readonly Instrument[];
  readonly #grids: InstrumentGrid[] = [];
  readonly #indexById = new Map<InstrumentId, number>();
  readonly listed = new ListedInstruments();

  constructor(exchange: string, assets: readonly Asset[], definitions: readonly Instrument[]) {
    this.#exchange = exchange;
    this.#assets = assets;
    this.#definitions = definitions;
  }

  /** The grid of a registered instrument. Throws when its definition is not what the journal holds. */
  grid(index: number, directory: EngineDirectory): InstrumentGrid {
    return this.#grids[index] ?? this.#load(index, directory);
  }

  indexOf(id: InstrumentId): number | undefined {
    return this.#indexById.get(id);
  }

  /** The command that registers a definition under the next free index. */
  registration(definition: Instrument, directory: EngineDirectory): AddInstrument {
    return command(definition, directory.instruments.length, this.#grid(definition), directory);
  }

  /**
   * The commands that give a registered instrument the terms of its definition; none when it has them, or when no definition is left. What an
   * operator has changed stays while the definition says of it what it did. A start that ends after some of them leaves to the next what is left: what
   * the exchange itself says is written down last.
   */
  changes(index: number, directory: EngineDirectory): readonly Command[] {
    const stored = directory.instruments[index] as AddInstrument;
    const definition = this.#definitionOf(stored);
    if (definition === undefined) return [];
    const own = directory.ownTerms[index] as OwnTerms;
    const wanted = termsOf(command(definition, index, this.grid(index, directory), directory));
    const changed = together.filter((fields) => fields.some((field) => own[field] !== wanted[field]));
    if (changed.length === 0) return [];
    const before = { ...termsOf(stored), ...(directory.steps[index] as GridSteps) };
    const kept = { ...before, ...Object.fromEntries(changed.flat().map((field) => [field, wanted[field]])) };
    // Its own sizes need not be multiples of an operator's step.
    if (changed.some(([field]) => field === 'minLots')) kept.lotStep = finestSteps.lotStep;
    if (isDeepStrictEqual(kept, { ...wanted, ...finestSteps })) return [{ type: 'SET_INSTRUMENT_TERMS', instrument: index, ...wanted }];
    return [...operatorsOwn(index, before, kept), { type: 'SET_OWN_TERMS', instrument: index, ...wanted }];
  }

  /** Lists what the plugin defines, once all of it is registered. */
  list(directory: EngineDirectory): void {
    for (const definition of this.#definitions) {
      const index = this.#indexById.get(definition.id) as number;
      const counting = this.grid(index, directory);
      const steps = directory.steps[index] as GridSteps;
      const defined = command(definition, index, counting, directory);
      this.listed.set(index, { definition, defined, terms: directory.instruments[index] as AddInstrument, steps, counting });
    }
  }

  #definitionOf(stored: AddInstrument): Instrument | undefined {
    return this.#definitions.find((one) => one.symbol === stored.symbol && one.accountType === stored.accountType);
  }

  #load(index: number, directory: EngineDirectory): InstrumentGrid {
    const stored = directory.instruments[index];
    if (stored === undefined) throw new RangeError(`${this.#exchange} has no instrument ${index}`);
    const definition = this.#definitionOf(stored);
    const grid = this.#grid(definition ?? readBack(this.#exchange, stored, directory));
    if (definition !== undefined) refuseOtherGrid(stored, command(definition, index, grid, directory), definition);
    this.#grids[index] = grid;
    this.#indexById.set(grid.instrument.id, index);
    return grid;
  }

  #grid(instrument: Instrument): InstrumentGrid {
    return new InstrumentGrid(instrument, this.#asset(instrument.base, instrument), this.#asset(instrument.quote, instrument));
  }

  #asset(code: string, instrument: Instrument): Asset {
    const asset = this.#assets.find((one) => one.code === code);
    if (asset === undefined) throw new RangeError(`instrument ${instrument.id}: the venue has no asset ${code}`);
    return asset;
  }
}

function command(definition: Instrument, index: number, grid: InstrumentGrid, directory: EngineDirectory): AddInstrument {
  return {
    type: 'ADD_INSTRUMENT',
    instrument: index,
    symbol: definition.symbol,
    accountType: definition.accountType,
    contractKind: definition.contractKind,
    base: directory.assetIndex(definition.base),
    quote: directory.assetIndex(definition.quote),
    basePerLot: grid.basePerLot,
    quotePerTickLot: grid.quotePerTickLot,
    minLots: grid.minLots,
    maxLots: grid.maxLots,
    minNotional: grid.minNotional,
    bandPpm: partsPerMillion('priceBand', definition.priceBand, definition),
    makerFeePpm: partsPerMillion('makerFee', definition.makerFee, definition),
    takerFeePpm: partsPerMillion('takerFee', definition.takerFee, definition),
    ...orderLimits,
  };
}

/** What is left of an operator's changes, where it is not what holds already. */
function operatorsOwn(instrument: number, before: OwnTerms & GridSteps, terms: OwnTerms & GridSteps): Command[] {
  const { makerFeePpm, takerFeePpm, ...filters } = terms;
  const names = Object.keys(filters) as (keyof typeof filters)[];
  const isFiltered = names.some((field) => filters[field] !== before[field]);
  const isCharged = makerFeePpm !== before.makerFeePpm || takerFeePpm !== before.takerFeePpm;
  return [
    ...(isFiltered ? [{ type: 'CHANGE_INSTRUMENT_TERMS', instrument, ...filters } as const] : []),
    ...(isCharged ? [{ type: 'CHANGE_INSTRUMENT_FEES', instrument, makerFeePpm, takerFeePpm } as const] : []),
  ];
}

function partsPerMillion(name: string, text: string, instrument: Instrument): number {
  const parts = toUnits(text, ppmScale);
  if (parts === null) throw new RangeError(`instrument ${instrument.id}: ${name} ${text} is finer than a part per million`);
  return Number(parts);
}

/** In these everything open is counted: another grid needs another symbol. */
const fixed = [
  'accountType',
  'contractKind',
  'base',
  'quote',
  'basePerLot',
  'quotePerTickLot',
] as const satisfies readonly (keyof AddInstrument)[];

function refuseOtherGrid(stored: AddInstrument, wanted: AddInstrument, definition: Instrument): void {
  const field = fixed.find((one) => stored[one] !== wanted[one]);
  if (field === undefined) return;
  throw new Error(
    `instrument ${definition.id} exists with ${field} ${String(stored[field])}, its plugin now says ${String(wanted[field])}; ` +
      'its grid and its assets never change',
  );
}

function readBack(exchange: string, stored: AddInstrument, directory: EngineDirectory): Instrument {
  const base = directory.assets[stored.base] as Asset;
  const quote = directory.assets[stored.quote] as Asset;
  const lot = formatUnits(stored.basePerLot, base.scale);
  // tick = quotePerTickLot / 10^quoteScale / lot; it terminates because it once was a decimal of at most 20 digits.
  const tickUnits = (stored.quotePerTickLot * pow10(base.scale + 20)) / (stored.basePerLot * pow10(quote.scale));
  const key = { exchange, symbol: stored.symbol, accountType: stored.accountType };
  return {
    ...key,
    id: instrumentId(key),
    contractKind: 'spot',
    settlement: 'none',
    base: base.code,
    quote: quote.code,
    tick: formatUnits(tickUnits, 20),
    lot,
    minQty: formatUnits(BigInt(stored.minLots) * stored.basePerLot, base.scale),
    maxQty: formatUnits(BigInt(stored.maxLots) * stored.basePerLot, base.scale),
    minNotional: formatUnits(stored.minNotional, quote.scale),
    priceBand: formatUnits(BigInt(stored.bandPpm), ppmScale),
    makerFee: formatUnits(BigInt(stored.makerFeePpm), ppmScale),
    takerFee: formatUnits(BigInt(stored.takerFeePpm), ppmScale),
    state: 'DELISTED',
  };
}
