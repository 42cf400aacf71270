import { useEffect, useRef, useState } from 'react';
import type { Outcome } from '../../../core/contract/app-error.ts';
import { useServices } from '../../../core/ui/index.ts';
import { Reading } from './reading.ts';

const freshMs = 60_000;

/** The answer to a question of this key, asked anew every minute; another key is another question. */
export function useReading<T>(key: string, read: () => Promise<Outcome<T>>): Reading<T> {
  const { timers } = useServices();
  const [reading] = useState(() => new Reading<T>());
  const newest = useRef(read);
  newest.current = read;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key says when the question is another one
  useEffect(() => {
    void reading.ask(() => newest.current());
    return timers.every(freshMs, () => void reading.again());
  }, [reading, timers, key]);
  return reading;
}
