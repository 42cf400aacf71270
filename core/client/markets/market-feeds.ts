import type { Api, CandlesFeed, DepthFeed, Feeds, Stream, TradesFeed } from '../../contract/client-services.ts';
import type { InstrumentId } from '../../domain/markets/instrument.ts';
import type { Interval } from '../../domain/markets/interval.ts';
import { LiveCandlesFeed } from './live-candles-feed.ts';
import { LiveDepthFeed } from './live-depth-feed.ts';
import { LiveTradesFeed } from './live-trades-feed.ts';

/** Live market data for panels, over the one stream. */
export class MarketFeeds implements Feeds {
  readonly #api: Api;
  readonly #stream: Stream;

  constructor(api: Api, stream: Stream) {
    this.#api = api;
    this.#stream = stream;
  }

  depth(id: InstrumentId): DepthFeed {
    return new LiveDepthFeed(this.#stream, id);
  }

  trades(id: InstrumentId): TradesFeed {
    return new LiveTradesFeed(this.#stream, id);
  }

  candles(id: InstrumentId, interval: Interval): CandlesFeed {
    return new LiveCandlesFeed(this.#api, this.#stream, id, interval);
  }
}
