import type { Instance } from '../../core/contract/strategies.ts';
import type { Services } from './requires.ts';

/** Panels that these lists lead to. */
export const formPanel = 'panel-strategy-form/strategy-form';
export const detailsPanel = 'panel-strategy-instances/details';
export const limitsPanel = 'panel-strategy-instances/limits';

/** Whether there is a strategy that this user could start; locked ones are looked at in the form alone. Observable. */
export const mayStart = ({ accounts, strategies }: Pick<Services, 'accounts' | 'strategies'>): boolean =>
  accounts.may('trade').outcome === 'granted' && strategies.templates.some(({ locked }) => !locked);

/** The level that opens the first strategy to somebody whose strategies are all locked; null where no level does. */
export function lockedUntil({ strategies }: Pick<Services, 'strategies'>): number | null {
  const levels = strategies.templates.flatMap(({ minVip }) => (minVip === null ? [] : [minVip]));
  return levels.length === 0 ? null : Math.min(...levels);
}

/** Fills the form with what an instance was started with. */
export const reuse = ({ strategies }: Services, { strategy, params, name, environment }: Instance): void =>
  strategies.prepare({ strategy, params, name, environment });
