import { useEffect, useState } from 'react';
import type { DepthFeed, Feeds } from '../../core/contract/client-services.ts';
import type { InstrumentId } from '../../core/domain/markets/instrument.ts';
import { useServices } from '../../core/ui/index.ts';
import { buildCurve, type DepthCurve, type Range } from './depth-curve.ts';

/** A curve is looked at, not traded from: four pictures a second are enough. */
const drawEveryMs = 250;

interface CurveState {
  readonly curve: DepthCurve | null;
  readonly isLoading: boolean;
}

/** The book as a curve, renewed at most four times a second, and not at all while the panel is hidden. */
export function useDepthCurve(feeds: Feeds, id: InstrumentId, range: Range, visible: boolean): CurveState {
  const { timers } = useServices();
  const [feed, setFeed] = useState<DepthFeed | null>(null);
  const [state, setState] = useState<CurveState>({ curve: null, isLoading: true });
  useEffect(() => {
    if (!visible) return;
    const opened = feeds.depth(id);
    setFeed(opened);
    return () => {
      setFeed(null);
      opened.close();
    };
  }, [feeds, id, visible]);
  useEffect(() => {
    if (feed === null) return;
    let changed = true;
    const draw = (): void => {
      if (!changed || !feed.ready) return;
      changed = false;
      setState({ curve: buildCurve(feed.bids, feed.asks, range), isLoading: false });
    };
    const stop = feed.onChange(() => {
      changed = true;
    });
    draw();
    const stopDrawing = timers.every(drawEveryMs, draw);
    return () => {
      void stop();
      stopDrawing();
    };
  }, [feed, range, timers]);
  return state;
}
