import { useEffect, useState } from 'react';
import { useServices } from '../../../core/ui/index.ts';

/** Another number once a second: live pictures follow the markets at a pace that an eye can follow. */
export function useTick(): number {
  const { timers } = useServices();
  const [tick, setTick] = useState(0);
  useEffect(() => timers.every(1_000, () => setTick((one) => one + 1)), [timers]);
  return tick;
}
