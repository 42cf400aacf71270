import type { CDPSession } from '@playwright/test';
import type { OpenDashboard } from './open-dashboard.ts';
import { leaveAndReturn } from './panel-grid.ts';

const warmUpRounds = 5;

export interface HeapUse {
  /** What the page's script holds: objects, closures, arrays, texts. */
  readonly objectBytes: number;
  readonly domNodes: number;
  readonly listeners: number;
}

/**
 * What is held after a collection. Compiled code and the browser's own records are left out: the engine compiles anew what has
 * become hot and the browser remembers every long task, for as long as the page lives.
 */
export async function heapUse({ cdp, page }: OpenDashboard): Promise<HeapUse> {
  await page.waitForTimeout(1_000);
  await cdp.send('Runtime.discardConsoleEntries');
  await cdp.send('HeapProfiler.collectGarbage');
  const { nodes, jsEventListeners } = await cdp.send('Memory.getDOMCounters');
  return { objectBytes: await objectBytes(cdp), domNodes: nodes, listeners: jsEventListeners };
}

interface Snapshot {
  readonly snapshot: { readonly meta: { readonly node_fields: readonly string[]; readonly node_types: readonly [readonly string[]] } };
  readonly nodes: readonly number[];
}

async function objectBytes(cdp: CDPSession): Promise<number> {
  const chunks: string[] = [];
  const collect = ({ chunk }: { readonly chunk: string }): void => void chunks.push(chunk);
  cdp.on('HeapProfiler.addHeapSnapshotChunk', collect);
  await cdp.send('HeapProfiler.takeHeapSnapshot', { reportProgress: false });
  cdp.off('HeapProfiler.addHeapSnapshotChunk', collect);
  const { snapshot, nodes } = JSON.parse(chunks.join('')) as Snapshot;
  const { node_fields: fields, node_types } = snapshot.meta;
  const [type, size] = [fields.indexOf('type'), fields.indexOf('self_size')];
  const [types] = node_types;
  const left = new Set(['code', 'native', 'synthetic'].map((name) => types.indexOf(name)));
  let bytes = 0;
  for (let at = 0; at < nodes.length; at += fields.length) if (!left.has(nodes[at + type] as number)) bytes += nodes[at + size] as number;
  return bytes;
}

/** Opens and closes every panel of the open grid `rounds` times; gives what is held before and after. */
export async function heapGrowth(dashboard: OpenDashboard, panels: number, rounds: number): Promise<readonly [HeapUse, HeapUse]> {
  for (let round = 0; round < warmUpRounds; round++) await leaveAndReturn(dashboard, panels);
  const before = await heapUse(dashboard);
  for (let round = 0; round < rounds; round++) await leaveAndReturn(dashboard, panels);
  return [before, await heapUse(dashboard)];
}
