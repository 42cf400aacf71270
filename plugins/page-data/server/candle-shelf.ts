import type { Candle } from '../../../core/contract/market.ts';
import type { Clock } from '../../../core/contract/server-services.ts';
import type { InstrumentId } from '../../../core/domain/markets/instrument.ts';
import { type Interval, intervalOpenMs } from '../../../core/domain/markets/interval.ts';
import { Turns } from '../../../core/domain/turns.ts';
import type { MarketsRead } from './followed-markets.ts';

/** What figures need of a candle, as numbers: they are statistics, and no amounts of anybody. */
export interface PastBar {
  readonly openMs: number;
  readonly close: number;
  /** In quote. */
  readonly volume: number;
}

/** A page may take so long; the next one is twice as long when it took less. */
const sliceMs = 4;
const [firstSlice, mostSlice] = [4, 500];
/** Series that are kept; the one that was asked for longest ago goes first. */
const mostSeries = 120;
/** Markets whose pages are waited for at the same time. */
const readAtOnce = 8;
/** Candles that had closed and are read again: late trades may still change them. */
const unsettled = 2;

interface Shelved {
  readonly bars: readonly PastBar[];
  /** So many were asked for, and are here as far as there are any. */
  readonly reach: number;
}

/**
 * Candles of markets, read from the house's own ones in small pages, so that a long history holds nobody up; what had closed is
 * kept and not read again.
 */
export class CandleShelf {
  readonly #series = new Map<string, Shelved>();
  /** Of each series: whoever asks for one that is being read waits for it. */
  readonly #turns = new Map<string, Turns>();
  readonly #markets: Pick<MarketsRead, 'candles'>;
  readonly #clock: Pick<Clock, 'nowMs' | 'elapsedMs'>;

  constructor(markets: Pick<MarketsRead, 'candles'>, clock: Pick<Clock, 'nowMs' | 'elapsedMs'>) {
    this.#markets = markets;
    this.#clock = clock;
  }

  /** The newest `count` candles, oldest first, the running one among them. Times without trades are flat at the last close. */
  last(id: InstrumentId, interval: Interval, count: number): Promise<readonly PastBar[]> {
    const key = `${id}|${interval}`;
    const turns = this.#turns.get(key) ?? new Turns();
    this.#turns.set(key, turns);
    return turns.take(async () => {
      const { bars: kept, reach } = this.#series.get(key) ?? { bars: [], reach: 0 };
      const settledMs = reach < count ? Number.NEGATIVE_INFINITY : (kept.at(-1 - unsettled)?.openMs ?? Number.NEGATIVE_INFINITY);
      const fresh = await this.#read(id, interval, count, settledMs);
      const fromMs = fresh[0]?.openMs ?? Number.POSITIVE_INFINITY;
      const most = Math.max(count, reach);
      const bars = [...kept.filter(({ openMs }) => openMs < fromMs), ...fresh].slice(-most);
      this.#keep(key, { bars, reach: most });
      return bars.slice(-count);
    });
  }

  /** The same of many markets, some of them at a time, in their order. */
  async lastOfEach(ids: readonly InstrumentId[], interval: Interval, count: number): Promise<readonly (readonly PastBar[])[]> {
    const found: (readonly PastBar[])[] = [];
    for (let from = 0; from < ids.length; from += readAtOnce) {
      found.push(...(await Promise.all(ids.slice(from, from + readAtOnce).map((id) => this.last(id, interval, count)))));
    }
    return found;
  }

  /** Pages from now back, down to what is settled. */
  async #read(id: InstrumentId, interval: Interval, count: number, settledMs: number): Promise<readonly PastBar[]> {
    const pages: (readonly PastBar[])[] = [];
    let [found, slice, beforeMs] = [0, firstSlice, this.#clock.nowMs() + 1];
    while (found < count) {
      const limit = Math.min(slice, count - found);
      const startedMs = this.#clock.elapsedMs();
      const page = (await this.#markets.candles(id, interval, beforeMs, limit)).map(barOf);
      if (this.#clock.elapsedMs() - startedMs < sliceMs) slice = Math.min(2 * slice, mostSlice);
      pages.unshift(page);
      found += page.length;
      const first = page[0];
      if (first === undefined || page.length < limit || first.openMs <= settledMs) break;
      beforeMs = intervalOpenMs(interval, first.openMs);
    }
    return pages.flat();
  }

  #keep(key: string, shelved: Shelved): void {
    this.#series.delete(key);
    this.#series.set(key, shelved);
    const [oldest] = this.#series.keys();
    if (this.#series.size <= mostSeries || oldest === undefined) return;
    this.#series.delete(oldest);
    this.#turns.delete(oldest);
  }
}

const barOf = ({ openMs, close, quoteVolume }: Candle): PastBar => ({ openMs, close: Number(close), volume: Number(quoteVolume) });
