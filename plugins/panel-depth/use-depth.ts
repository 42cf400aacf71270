import { autorun } from 'mobx';
import { useEffect, useState } from 'react';
import type { Resolved } from '../../core/contract/token.ts';
import type { Instrument } from '../../core/domain/markets/instrument.ts';
import { useServices } from '../../core/ui/index.ts';
import { isResting } from './ladder-model.ts';
import type { LadderScene } from './ladder-scene.ts';
import type { requires } from './requires.ts';

/** As late as this the last price may be drawn. */
const lastPriceMs = 100;

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
  const { timers } = useServices();
  useEffect(() => {
    if (!visible) return;
    const stopTickers = services.markets.watchTickers();
    let cancel: (() => void) | null = null;
    const draw = (): void => {
      cancel = null;
      if (scene.hasNewLast) invalidate();
    };
    // Prices come more often than books, and each would paint the whole ladder: what clicks are checked by is new at once, its picture soon,
    // or with the next book.
    const stopLast = autorun(() => {
      scene.takeLast(services.markets.ticker(instrument.id)?.last ?? null);
      cancel ??= timers.after(lastPriceMs, draw);
    });
    const stopOrders = autorun(() => {
      scene.orders = services.accounts.openOrders.filter((order) => order.instrumentId === instrument.id && isResting(order));
      invalidate();
    });
    return () => {
      stopLast();
      cancel?.();
      stopOrders();
      void stopTickers();
    };
  }, [services, instrument.id, scene, visible, invalidate, timers]);
}
