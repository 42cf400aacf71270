import { reaction } from 'mobx';
import { useEffect, useState } from 'react';
import type { MarketTrade } from '../../core/contract/client-services.ts';
import type { Resolved } from '../../core/contract/token.ts';
import type { FlowWindow } from '../../core/domain/markets/flow-window.ts';
import type { InstrumentId } from '../../core/domain/markets/instrument.ts';
import { useServices } from '../../core/ui/index.ts';
import { FlowModel } from './flow-model.ts';
import type { requires } from './requires.ts';

/** Sums are looked at, not traded from: four times a second is enough. */
const drawEveryMs = 250;
/** The window moves on, and whatever a lost connection has lost comes back with it. */
const reloadEveryMs = 60_000;

interface FlowState {
  readonly model: FlowModel | null;
  readonly trades: readonly MarketTrade[];
  /** Grows with every change of the model, which is changed in place. */
  readonly round: number;
  readonly failed: boolean;
  readonly retry: () => void;
}

const nothing: Omit<FlowState, 'retry'> = { model: null, trades: [], round: 0, failed: false };

/** The flow of a window, live while the panel is shown: the server's sums first, then every trade of the feed once. */
export function useFlow(
  { api, feeds, stream }: Resolved<typeof requires>,
  id: InstrumentId,
  window: FlowWindow,
  visible: boolean,
): FlowState {
  const { timers } = useServices();
  const [state, setState] = useState(nothing);
  const [attempt, setAttempt] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: `attempt` is what makes a failed load be tried again
  useEffect(() => {
    if (!visible) return;
    let left = false;
    let model: FlowModel | null = null;
    let changed = true;
    const feed = feeds.trades(id);
    const show = (failed: boolean): void => setState((last) => ({ model, trades: feed.trades, round: last.round + 1, failed }));
    const load = async (): Promise<void> => {
      const reply = await api.call('tradeFlow', { query: { instrumentId: id, window } });
      if (left) return;
      if (reply.ok) model = new FlowModel(reply.value);
      model?.add(feed.trades);
      show(!reply.ok && model === null);
    };
    const draw = (): void => {
      if (!changed) return;
      changed = false;
      model?.add(feed.trades);
      if (model !== null) show(false);
    };
    const stops = [
      feed.onChange(() => {
        changed = true;
      }),
      timers.every(drawEveryMs, draw),
      timers.every(reloadEveryMs, () => void load()),
      reaction(
        () => stream.state,
        (now) => now === 'open' && void load(),
      ),
    ];
    setState(nothing);
    void load();
    return () => {
      left = true;
      for (const stop of stops) void stop();
      feed.close();
    };
  }, [api, feeds, stream, id, window, visible, timers, attempt]);
  return { ...state, retry: () => setAttempt(attempt + 1) };
}
