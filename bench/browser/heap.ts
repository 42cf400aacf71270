import type { CDPSession } from '@playwright/test';
import type { OpenDashboard } from './open-dashboard.ts';
import { leaveAndReturn } from './panel-grid.ts';

/** Between a collection and its reading the messages of the moment bring garbage, a MiB and more on a busy machine; the least of some has the least of it. */
const readings = 8;

interface HeapUse {
  /** The whole heap of the page's script: objects, compiled code that is not let go of, and what the engine has learnt about it. */
  readonly usedBytes: number;
  /** What the page's script holds: objects, closures, arrays, texts. */
  readonly objectBytes: number;
  /** All that the engine makes of functions: bytecode, what it has learnt, machine code and its tables. */
  readonly codeBytes: number;
  /** Machine code alone: of all functions called some times, and better of hot ones, of which there are more the longer a page is used. */
  readonly machineCodeBytes: number;
  /** Functions compiled, hot or not. They stay as many, unless something makes new ones at each opening. */
  readonly functions: number;
  readonly domNodes: number;
  readonly listeners: number;
}

/**
 * What is held after collections. Objects and compiled code are counted apart, in a snapshot that stops the page: the engine compiles
 * anew what has become hot and the browser remembers every long task, for as long as the page lives.
 */
export async function heapUse({ cdp, page }: OpenDashboard): Promise<HeapUse> {
  await page.waitForTimeout(1_000);
  await cdp.send('Runtime.discardConsoleEntries');
  const usedBytes: number[] = [];
  for (let reading = 0; reading < readings; reading++) {
    await cdp.send('HeapProfiler.collectGarbage');
    usedBytes.push((await cdp.send('Runtime.getHeapUsage')).usedSize);
  }
  const { nodes, jsEventListeners } = await cdp.send('Memory.getDOMCounters');
  return { usedBytes: Math.min(...usedBytes), ...(await held(cdp)), domNodes: nodes, listeners: jsEventListeners };
}

interface Snapshot {
  readonly snapshot: { readonly meta: { readonly node_fields: readonly string[]; readonly node_types: readonly [readonly string[]] } };
  readonly nodes: readonly number[];
  readonly strings: readonly string[];
}

async function held(cdp: CDPSession): Promise<Pick<HeapUse, 'objectBytes' | 'codeBytes' | 'machineCodeBytes' | 'functions'>> {
  const chunks: string[] = [];
  const collect = ({ chunk }: { readonly chunk: string }): void => void chunks.push(chunk);
  cdp.on('HeapProfiler.addHeapSnapshotChunk', collect);
  await cdp.send('HeapProfiler.takeHeapSnapshot', { reportProgress: false });
  cdp.off('HeapProfiler.addHeapSnapshotChunk', collect);
  const { snapshot, nodes, strings } = JSON.parse(chunks.join('')) as Snapshot;
  const { node_fields: fields, node_types } = snapshot.meta;
  const [type, name, size] = [fields.indexOf('type'), fields.indexOf('name'), fields.indexOf('self_size')];
  const [types] = node_types;
  const [code, native, synthetic] = ['code', 'native', 'synthetic'].map((name) => types.indexOf(name));
  const [machineCode, bytecode] = ['InstructionStream', 'BytecodeArray'].map((what) => strings.indexOf(`system / ${what}`));
  const found = { objectBytes: 0, codeBytes: 0, machineCodeBytes: 0, functions: 0 };
  for (let at = 0; at < nodes.length; at += fields.length) {
    const kind = nodes[at + type];
    const bytes = nodes[at + size] as number;
    if (kind !== code && kind !== native && kind !== synthetic) found.objectBytes += bytes;
    else if (kind === code) {
      found.codeBytes += bytes;
      if (nodes[at + name] === machineCode) found.machineCodeBytes += bytes;
      if (nodes[at + name] === bytecode) found.functions += 1;
    }
  }
  return found;
}

/** What is held when every panel of the open grid was opened and closed `rounds` times more. */
export async function heapAfter(dashboard: OpenDashboard, rounds: number): Promise<HeapUse> {
  for (let round = 0; round < rounds; round++) await leaveAndReturn(dashboard);
  return heapUse(dashboard);
}
