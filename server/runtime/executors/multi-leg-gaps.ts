import type { Instrument } from '../../../core/domain/markets/instrument.ts';
import type { MultiLegConfig } from '../../../schemas/execution.ts';
import { smallestQty } from './lots.ts';
import { type LegState, type MultiLegState, ratioOf } from './multi-leg-state.ts';
import { takingPrice } from './touch.ts';

type LegConfig = MultiLegConfig['legs'][number];
export type Instruments = Readonly<Record<string, Instrument>>;

/** What a leg is to trade now: in base, positive. */
export interface Gap {
  readonly leg: number;
  readonly qty: number;
  /** The leg has too much, and gives it back. */
  readonly isBack: boolean;
}

/** What a leg has gained on its side, in base. */
const doneOf = ({ net }: LegState, { side }: LegConfig): number => (side === 'BUY' ? Number(net) : -Number(net));

/** What the lead has yet to gain or give, in base. */
export function leadLeft({ legs, lead }: MultiLegState, { legs: configs, qty }: MultiLegConfig): number {
  const at = lead ?? 0;
  return Number(qty) * ratioOf(configs[at] as LegConfig) - Math.abs(Number((legs[at] as LegState).net));
}

/** By how much each leg is away from what the lead has done, in base: positive has too much. Nothing of the lead itself. */
export function residualsOf({ legs, lead }: MultiLegState, { legs: configs }: MultiLegConfig): readonly number[] {
  if (lead === null) return legs.map(() => 0);
  const leading = configs[lead] as LegConfig;
  const done = doneOf(legs[lead] as LegState, leading);
  return legs.map((leg, at) => {
    const config = configs[at] as LegConfig;
    return at === lead ? 0 : doneOf(leg, config) - (done * ratioOf(config)) / ratioOf(leading);
  });
}

/** Legs that lag behind the lead by more than crumbs. */
function behind(state: MultiLegState, config: MultiLegConfig, instruments: Instruments): readonly Gap[] {
  return residualsOf(state, config).flatMap((residual, leg) =>
    -residual > 0 && isTradable(-residual, leg, state, config, instruments) ? [{ leg, qty: -residual, isBack: false }] : [],
  );
}

/** Legs that are ahead of the one that has done least. */
function ahead(state: MultiLegState, config: MultiLegConfig, instruments: Instruments): readonly Gap[] {
  const shares = state.legs.map((leg, at) => doneOf(leg, config.legs[at] as LegConfig) / ratioOf(config.legs[at] as LegConfig));
  const least = Math.min(...shares);
  return state.legs.flatMap((legState, leg) => {
    const own = config.legs[leg] as LegConfig;
    const qty = doneOf(legState, own) - least * ratioOf(own);
    return isTradable(qty, leg, state, config, instruments) ? [{ leg, qty, isBack: true }] : [];
  });
}

/**
 * What closes the gaps between the legs: those behind follow the lead; while an `UNWIND` is at work those ahead go back first, and only what
 * is too small for that is followed.
 */
export function gapsOf(state: MultiLegState, config: MultiLegConfig, instruments: Instruments): readonly Gap[] {
  const back = state.isUnwinding && config.unwindRule === 'UNWIND' ? ahead(state, config, instruments) : [];
  return back.length > 0 ? back : behind(state, config, instruments);
}

/** False when a gap is too small for an order of its own. */
function isTradable(qty: number, leg: number, { legs }: MultiLegState, config: MultiLegConfig, instruments: Instruments): boolean {
  const instrument = instrumentOf(instruments, (config.legs[leg] as LegConfig).instrumentId);
  const price = Number(takingPrice((legs[leg] as LegState).touch, 'SELL') ?? 0);
  return qty + 1e-12 >= Number(smallestQty(instrument, price)) && qty * 2 > Number(instrument.lot);
}

export function instrumentOf(instruments: Instruments, id: string): Instrument {
  const instrument = instruments[id];
  if (instrument === undefined) throw new RangeError(`${id} is not known`);
  return instrument;
}
