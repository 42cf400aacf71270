import { type IObservableValue, observable, runInAction } from 'mobx';
import { useEffect, useState } from 'react';
import { useServices } from '../../core/ui/index.ts';

/** The time of now as an observable that goes on every second while somebody looks. */
export function useNow(visible: boolean): IObservableValue<number> {
  const { timers } = useServices();
  const [now] = useState(() => observable.box(timers.nowMs()));
  useEffect(() => {
    if (!visible) return;
    const tick = (): void => runInAction(() => now.set(timers.nowMs()));
    tick();
    return timers.every(1_000, tick);
  }, [now, timers, visible]);
  return now;
}
