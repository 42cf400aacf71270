import type { OpenDashboard } from './open-dashboard.ts';
import { leaveAndReturn } from './panel-grid.ts';

const warmUpRounds = 5;

/** Opens and closes every panel of the open grid `rounds` times; gives the heap after it in relation to before. */
export async function heapGrowth(dashboard: OpenDashboard, panels: number, rounds: number): Promise<number> {
  const { cdp, page } = dashboard;
  const usedBytes = async (): Promise<number> => {
    await page.waitForTimeout(1_000);
    await cdp.send('HeapProfiler.collectGarbage');
    return (await cdp.send('Runtime.getHeapUsage')).usedSize;
  };
  for (let round = 0; round < warmUpRounds; round++) await leaveAndReturn(dashboard, panels);
  const before = await usedBytes();
  for (let round = 0; round < rounds; round++) await leaveAndReturn(dashboard, panels);
  return (await usedBytes()) / before;
}
