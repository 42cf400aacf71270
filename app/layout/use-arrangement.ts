import { useEffect, useState } from 'react';
import { useSmallScreen } from '../shell/small-screen.ts';

export type StackedParts = typeof import('./stacked/stacked.ts');

/** How panels are arranged: docked side by side, or stacked on a small screen; null until it is known. The old one stays until the next is loaded. */
export function useArrangement(): 'docked' | StackedParts | null {
  const small = useSmallScreen();
  const [arrangement, setArrangement] = useState<'docked' | StackedParts | null>(small ? null : 'docked');
  useEffect(() => {
    if (!small) return setArrangement('docked');
    let left = false;
    import('./stacked/stacked.ts').then(
      (parts) => {
        if (!left) setArrangement(parts);
      },
      (error: unknown) => {
        // Panels that are too narrow are better than none.
        console.warn('the layout for small screens cannot be loaded', error);
        if (!left) setArrangement('docked');
      },
    );
    return () => {
      left = true;
    };
  }, [small]);
  return arrangement;
}
