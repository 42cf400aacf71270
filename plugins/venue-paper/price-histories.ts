import { type SymbolCalibration, symbolCalibrations } from './calibration.ts';
import { PriceHistory } from './price-history.ts';

type Histories = ReadonlyMap<string, PriceHistory>;

/** They never change, and keep what they once added up. */
const bySeed = new Map<number, Histories>();

/** The past of every simulated price, by symbol; that of a cross follows from the two that it is made of. */
export function priceHistories(seed: number): Histories {
  const known = bySeed.get(seed);
  if (known !== undefined) return known;
  const histories = new Map<string, PriceHistory>();
  const historyOf = (symbol: string): PriceHistory => {
    const known = histories.get(symbol);
    if (known !== undefined) return known;
    const calibration = calibrationOf(symbol);
    const { cross } = calibration;
    const made = new PriceHistory(calibration, seed, cross === undefined ? null : [historyOf(cross[0]), historyOf(cross[1])]);
    histories.set(symbol, made);
    return made;
  };
  for (const { symbol } of symbolCalibrations) historyOf(symbol);
  bySeed.set(seed, histories);
  return histories;
}

function calibrationOf(symbol: string): SymbolCalibration {
  const calibration = symbolCalibrations.find((one) => one.symbol === symbol);
  if (calibration === undefined) throw new RangeError(`${symbol} is not calibrated`);
  return calibration;
}
