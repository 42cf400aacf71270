import type { InstanceView } from '../../core/contract/strategies.ts';
import type { Services } from './requires.ts';

/** Panels that these lists lead to. */
export const formPanel = 'panel-strategy-form/strategy-form';
export const detailsPanel = 'panel-strategy-instances/details';
export const limitsPanel = 'panel-strategy-instances/limits';

/** Nobody is offered the form who has no strategy for it; a locked one says there how to get it. */
export const mayStart = ({ strategies }: Pick<Services, 'strategies'>): boolean => strategies.templates.length > 0;

/** Fills the form with what an instance was started with. */
export const reuse = ({ strategies }: Services, { strategy, params, name, environment }: InstanceView): void =>
  strategies.prepare({ strategy, params, name, environment });
