import { autorun } from 'mobx';
import { useEffect, useState } from 'react';
import type { Resolved } from '../../core/contract/token.ts';
import type { Instrument } from '../../core/domain/markets/instrument.ts';
import { isResting } from './ladder-model.ts';
import type { LadderScene } from './ladder-scene.ts';
import type { requires } from './requires.ts';

type BookState = 'loading' | 'empty' | 'ready';

/** Keeps a scene in step with the book while the panel is shown; `invalidate` asks for a frame. */
export function useDepth(
  services: Resolved<typeof requires>,
  instrument: Instrument,
  scene: LadderScene,
  visible: boolean,
  invalidate: () => void,
): BookState {
  const [state, setState] = useState<BookState>('loading');
  useEffect(() => {
    if (!visible) return;
    const feed = services.feeds.depth(instrument.id);
    const show = (): void => {
      setState(!feed.ready ? 'loading' : feed.bids.length + feed.asks.length === 0 ? 'empty' : 'ready');
      if (!feed.ready) return;
      scene.bids = feed.bids;
      scene.asks = feed.asks;
      invalidate();
    };
    const stop = feed.onChange(show);
    show();
    return () => {
      void stop();
      feed.close();
    };
  }, [services.feeds, instrument.id, scene, visible, invalidate]);
  return state;
}

/** Keeps a scene in step with the last price and the user's resting orders. */
export function useOwnMarket(
  services: Resolved<typeof requires>,
  instrument: Instrument,
  scene: LadderScene,
  visible: boolean,
  invalidate: () => void,
): void {
  useEffect(() => {
    if (!visible) return;
    const stopTickers = services.markets.watchTickers();
    const stopLast = autorun(() => {
      scene.takeLast(services.markets.ticker(instrument.id)?.last ?? null);
      invalidate();
    });
    const stopOrders = autorun(() => {
      scene.orders = services.accounts.openOrders.filter((order) => order.instrumentId === instrument.id && isResting(order));
      invalidate();
    });
    return () => {
      stopLast();
      stopOrders();
      void stopTickers();
    };
  }, [services, instrument.id, scene, visible, invalidate]);
}
