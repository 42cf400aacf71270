import { AUDIT } from '../../core/contract/audit.ts';
import { MONITORING, OPERATIONS } from '../../core/contract/operations.ts';
import { definePlugin } from '../../core/contract/plugin.ts';
import { JOBS, ROUTES, TABLES } from '../../core/contract/server-contributions.ts';
import { CLOCK } from '../../core/contract/server-services.ts';
import { operationRoutes } from '../../schemas/wire/operations.ts';
import { watchBackups } from './server/backup-watch.ts';
import { diskCheck } from './server/disk-check.ts';
import { fullAt } from './server/disk-trend.ts';
import { FigureHistory } from './server/figure-history.ts';
import { operationCalls } from './server/operation-calls.ts';
import { SampleTable } from './server/sample-table.ts';

const keepEveryMs = 60_000;

export const plugin = definePlugin({
  requires: { routes: ROUTES, tables: TABLES, jobs: JOBS, operations: OPERATIONS, monitoring: MONITORING, audit: AUDIT, clock: CLOCK },
  setup: async ({ services: { routes, tables, jobs, operations, monitoring, audit, clock } }) => {
    const history = new FigureHistory(await SampleTable.open(tables));
    let fullMs: number | null = null;
    jobs.add({
      id: 'keep',
      everyMs: keepEveryMs,
      run: async () => {
        await history.keep(clock.nowMs());
        fullMs = fullAt(await history.points('disk-free', '24h', clock.nowMs()), operations.disk().floorBytes);
      },
    });
    jobs.add({ id: 'backups', everyMs: 10 * 60_000, firstAfterMs: 5_000, run: watchBackups({ audit, monitoring, clock }) });
    monitoring.addCheck(diskCheck(() => fullMs, clock));
    routes.add(operationRoutes, operationCalls({ operations, history, fullMs: () => fullMs, clock }));
    return operations.onLook((nowMs) => history.take(nowMs, operations.figures()));
  },
});
