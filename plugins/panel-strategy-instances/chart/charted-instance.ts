import type { Strategies } from '../../../core/contract/strategies.ts';
import { CountedSet } from '../../../core/ui/counted-set.ts';

/** Instances that a panel on the screen speaks of: its details, or the line of the history that somebody chose. */
export const lookedAt = new CountedSet();

/** The instance that charts show: the chosen one while it runs; of one that has ended only what somebody looks at. Observable. */
export function chartedInstance({ chosen, running }: Pick<Strategies, 'chosen' | 'running'>): string | null {
  if (chosen === null) return null;
  return running.some(({ instanceId }) => instanceId === chosen) || lookedAt.has(chosen) ? chosen : null;
}
