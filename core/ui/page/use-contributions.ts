import { useEffect, useState } from 'react';
import type { Contributions } from '../../contract/plugin.ts';

/** What other plugins contribute to a point now; the list changes with the user's plugins. */
export function useContributions<T>(contributions: Contributions<T>): ReturnType<Contributions<T>['list']> {
  const [list, setList] = useState(() => contributions.list());
  useEffect(() => {
    setList(contributions.list());
    const stop = contributions.onChange(() => setList(contributions.list()));
    return () => void stop();
  }, [contributions]);
  return list;
}
