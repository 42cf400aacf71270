import { useEffect, useState } from 'react';
import { useServices } from '../ui-services.tsx';

/** False at first, true after `delayMs`: what loads quickly never flickers. */
export function useDelay(delayMs: number): boolean {
  const { timers } = useServices();
  const [over, setOver] = useState(false);
  useEffect(() => timers.after(delayMs, () => setOver(true)), [timers, delayMs]);
  return over;
}
