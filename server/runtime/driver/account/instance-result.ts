import type { InstrumentId } from '../../../../core/domain/markets/instrument.ts';
import { fromUnits, pow10, toUnits } from '../../../../core/domain/numbers/decimal.ts';
import type { RateSource } from './asset-rates.ts';
import { type NetPosition, resultScale } from './net-position.ts';

/**
 * What an instance has made since it started, all of it valued in `asset`: net = realised + open − fees + funding. Signed decimals;
 * null where a price or a rate that is needed is not known, which `missing` names: nothing is counted as nothing.
 */
export interface InstanceResult {
  readonly asset: string;
  readonly net: string | null;
  /** Of what was closed, before fees. */
  readonly realised: string | null;
  /** Of what is held, at the last prices. */
  readonly open: string | null;
  readonly fees: string | null;
  /** Received less paid. */
  readonly funding: string | null;
  /** Of the other assets, in `asset`. */
  readonly rates: readonly { readonly asset: string; readonly rate: string }[];
  /** Markets without a price and assets without a rate. */
  readonly missing: readonly string[];
}

interface ResultSources {
  readonly lastPrice: (id: InstrumentId) => string | null;
  readonly rate: RateSource;
}

const one = pow10(resultScale);

/** Adds up in one asset; once a value is not known the sum is not. */
class ValuedSum {
  #sum: bigint | null = 0n;

  add(value: bigint | null, rate: bigint | null): void {
    if (value === 0n || this.#sum === null) return;
    this.#sum = value === null || rate === null ? null : this.#sum + (rate === one ? value : (value * rate) / one);
  }

  get units(): bigint | null {
    return this.#sum;
  }
}

const text = (value: bigint | null): string | null => (value === null ? null : fromUnits(value, resultScale));

/** The one computation of an instance's profit: lists, charts, messages and limits all read what it gives. */
export function resultOf(positions: readonly NetPosition[], asset: string, { lastPrice, rate }: ResultSources): InstanceResult {
  const rates = new Map<string, string | null>();
  const rateFor = (of: string): bigint | null => {
    if (of === asset) return one;
    if (!rates.has(of)) rates.set(of, rate(of, asset));
    const known = rates.get(of) ?? null;
    return known === null ? null : toUnits(known, resultScale);
  };
  const [realised, open, fees, funding] = [new ValuedSum(), new ValuedSum(), new ValuedSum(), new ValuedSum()];
  const unpriced: string[] = [];
  for (const position of positions) {
    const own = rateFor(position.asset);
    const result = position.resultAt(lastPrice(position.instrumentId));
    if (result.open === null && !unpriced.includes(position.instrumentId)) unpriced.push(position.instrumentId);
    realised.add(result.realised, own);
    open.add(result.open, own);
    fees.add(result.fees, own);
    funding.add(result.funding, own);
    for (const [paid, amount] of position.paid) fees.add(amount, rateFor(paid));
  }
  const parts = [realised.units, open.units, fees.units === null ? null : -fees.units, funding.units];
  const net = parts.reduce((sum, part) => (sum === null || part === null ? null : sum + part), 0n as bigint | null);
  return {
    asset,
    net: text(net),
    realised: text(realised.units),
    open: text(open.units),
    fees: text(fees.units),
    funding: text(funding.units),
    rates: [...rates].flatMap(([of, known]) => (known === null ? [] : [{ asset: of, rate: known }])),
    missing: [...unpriced, ...[...rates].flatMap(([of, known]) => (known === null ? [of] : []))],
  };
}
