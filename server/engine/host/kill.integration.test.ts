import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { openHostBench, upTo } from '../../../tests/engine/host-bench.ts';
import { createEngine, restoreEngine } from '../engine.ts';
import { JournalLocked } from '../journal/failures/journal-locked.ts';

const realEngine = { create: createEngine, restore: restoreEngine };
const childPath = fileURLToPath(new URL('../../../tests/engine/kill-child.ts', import.meta.url));

/** Runs a venue in a process of its own and kills it in the middle of its work, after some answers; the highest sequence it acknowledged. */
const runAndKill = (folder: string, answers: number, meanwhile: () => Promise<void>): Promise<number> =>
  new Promise((resolve, reject) => {
    const child = spawn(process.execPath, ['--import', 'tsx', childPath, folder], { stdio: ['ignore', 'pipe', 'pipe'] });
    let output = '';
    let errors = '';
    child.stderr.on('data', (data: Buffer) => {
      errors += data;
    });
    child.stdout.on('data', (data: Buffer) => {
      if (output === '') meanwhile().catch(reject);
      output += data;
      if (output.split('\n').length > answers + 2) child.kill('SIGKILL');
    });
    child.once('close', (_code, signal) => {
      if (signal !== 'SIGKILL') reject(new Error(`the child ended by itself: ${errors}`));
      // The last line may be cut.
      else resolve(Math.max(0, ...output.split('\n').slice(1, -1).map(Number)));
    });
  });

test('A killed server loses nothing it acknowledged, and frees its folder', { timeout: 60_000 }, async () => {
  const bench = await openHostBench();
  let total = 0;
  for (const answers of [20, 900, 200]) {
    const acknowledged = await runAndKill(bench.folder, answers, async () => {
      await expect(bench.open()).rejects.toThrow(JournalLocked);
    });
    expect(acknowledged).toBeGreaterThan(total);
    bench.batches.length = 0;
    const host = await bench.open({}, realEngine);
    expect(host.sequence).toBeGreaterThanOrEqual(acknowledged);
    expect(bench.published).toEqual(upTo(host.sequence));
    const hash = host.engine.stateHash();
    total = host.sequence;
    await host.close();
    const fromSnapshot = await bench.open({ followers: [total] }, realEngine);
    if (answers > 300) expect(fromSnapshot.recovery.snapshotSequence).toBeGreaterThan(0);
    expect(fromSnapshot.engine.stateHash()).toBe(hash);
    await fromSnapshot.close();
  }
  await bench.dispose();
});
