import type { JobTerms } from '../../../../core/contract/server-contributions.ts';
import type { Clock, Logger } from '../../../../core/contract/server-services.ts';
import type { Instances } from '../../../store/strategies/instance-store.ts';
import { thinPlots } from './plot-retention.ts';

const dayMs = 24 * 60 * 60_000;
/** How long a line of an instance's history is kept: as long as refusals of orders. What an instance needs to go on is not among them. */
export const historyKeptMs = 90 * dayMs;
export const pruneEveryMs = 60 * 60_000;
/** At most so many lines in one write, so that steps need not wait for long. */
export const mostAtOnce = 5_000;

interface HistoryRetentionParts {
  readonly instances: Pick<Instances, 'deleteEventsOlder' | 'deletePlotsOlder' | 'longPlots' | 'plotPoints' | 'deletePlotPoints'>;
  readonly clock: Pick<Clock, 'nowMs'>;
  readonly logger: Logger;
}

/** Deletes old lines of the histories of instances, running ones too, and thins what they have plotted. */
export function historyRetention({ instances, clock, logger }: HistoryRetentionParts): JobTerms {
  const run = async (): Promise<void> => {
    const beforeMs = clock.nowMs() - historyKeptMs;
    let lines = 0;
    for (let deleted = mostAtOnce; deleted === mostAtOnce; lines += deleted) {
      deleted = await instances.deleteEventsOlder(beforeMs, mostAtOnce);
    }
    await instances.deletePlotsOlder(beforeMs);
    const points = await thinPlots(instances);
    if (points > 0) logger.info({ points }, 'thinned what strategy instances have plotted');
    if (lines > 0) logger.info({ lines }, 'deleted old lines of the histories of strategy instances');
  };
  return { id: 'history-retention', everyMs: pruneEveryMs, firstAfterMs: 90_000, run };
}
