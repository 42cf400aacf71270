import { spawnSync } from 'node:child_process';
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const root = new URL('../../../', import.meta.url).pathname;
const script = `import { createLogger } from './server/logger.ts';
const logger = createLogger('info');
let failures = 0;
logger.onFailure(() => failures++);
logger.info({}, 'one');
setTimeout(() => {
  logger.error({}, 'two');
  process.stderr.write(failures > 1 ? 'lives, and has counted' : 'lives');
}, 100);`;

function runWithOutput(path: string): string {
  const output = openSync(path, 'w');
  try {
    const run = spawnSync(process.execPath, ['--import', 'tsx', '--input-type=module', '-e', script], {
      cwd: root,
      stdio: ['ignore', output, 'pipe'],
      timeout: 15_000,
    });
    return run.stderr.toString();
  } finally {
    closeSync(output);
  }
}

/** Standard output is often a file on the disk that holds the journals: when that is full, logging fails too. */
it('goes on when its log is on a full disk, and counts what failed', () => {
  expect(runWithOutput('/dev/full')).toBe('lives, and has counted');
});

it('writes every line when it can, and counts nothing', () => {
  const folder = mkdtempSync(join(tmpdir(), 'tessera-log-'));
  try {
    expect(runWithOutput(join(folder, 'log'))).toBe('lives');
    const lines = readFileSync(join(folder, 'log'), 'utf8').trim().split('\n');
    expect(lines.map((line) => (JSON.parse(line) as { msg: string }).msg)).toEqual(['one', 'two']);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
