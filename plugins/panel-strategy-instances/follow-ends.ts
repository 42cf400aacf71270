import { reaction } from 'mobx';
import type { Strategies } from '../../core/contract/strategies.ts';
import type { UiServices } from '../../core/ui/index.ts';

/** An instance that has just ended is in the history a moment later. */
const settleMs = 500;

/** Does a task once the history has another instance that ended. */
export function followEnds(strategies: Pick<Strategies, 'running'>, timers: UiServices['timers'], task: () => void): () => void {
  let stopWaiting: () => void = () => undefined;
  const stopFollowing = reaction(
    () => strategies.running.map(({ instanceId }) => instanceId),
    (ids, before) => {
      if (before.every((id) => ids.includes(id))) return;
      stopWaiting();
      stopWaiting = timers.after(settleMs, task);
    },
  );
  return () => {
    stopWaiting();
    stopFollowing();
  };
}
