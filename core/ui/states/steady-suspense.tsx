import { type ReactNode, Suspense, useEffect, useState } from 'react';
import { useKnownServices } from '../ui-services.tsx';

/** Time in which React draws by itself, in pieces between other work, what has come. */
export const triedEveryMs = 500;

interface SteadySuspenseProps {
  /** Keeps the place until what is awaited is there. */
  readonly fallback: ReactNode;
  readonly children: ReactNode;
}

/**
 * `Suspense` on a page that never rests. React draws what a boundary has waited for at its lowest priority, begins again whenever anything
 * else changes meanwhile, and gives that no end: where prices change faster than a slow machine draws the part, it never comes.
 * While the fallback stands its content is therefore tried again as an ordinary update, which nothing interrupts.
 */
export function SteadySuspense({ fallback, children }: SteadySuspenseProps) {
  const [, setTries] = useState(0);
  return <Suspense fallback={<Waiting again={setTries}>{fallback}</Waiting>}>{children}</Suspense>;
}

const another = (tries: number): number => tries + 1;

function Waiting({ again, children }: { readonly again: (next: typeof another) => void; readonly children: ReactNode }) {
  // Outside the workbench, where there are none, nothing changes by itself.
  const timers = useKnownServices()?.timers;
  useEffect(() => timers?.every(triedEveryMs, () => again(another)), [timers, again]);
  return children;
}
