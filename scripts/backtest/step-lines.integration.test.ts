import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { madeSet } from '../../tests/kit/recordings/recorded-sets.ts';

const run = promisify(execFile);
const root = fileURLToPath(new URL('../../', import.meta.url));

it('the command line writes every moment at which the strategy was called as a line, and the last is worth the result', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'steps-'));
  try {
    const [params, steps, out] = ['params.json', 'steps.jsonl', 'out.json'].map((name) => join(folder, name)) as [string, string, string];
    const { instrumentId } = madeSet.book;
    writeFileSync(params, JSON.stringify({ apiId: 1, instrumentId, ...madeSet.grid, levels: 24, orderQty: '0.01', sellAtStop: false }));
    await run(
      process.execPath,
      [
        ...['--import', 'tsx', 'scripts/backtest.ts', 'shock-grid', '--data', madeSet.folder, '--params', params],
        ...['--balance', 'USDT=100000', '--from', '2025-06-10', '--to', '2025-06-11', '--steps', steps, '--out', out],
      ],
      { cwd: root, timeout: 110_000 },
    );
    const lines = readFileSync(steps, 'utf8')
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line));
    const { result } = JSON.parse(readFileSync(out, 'utf8'));
    expect(lines.flatMap(({ fills }) => fills)).toHaveLength(result.fills.length);
    expect(result.fills.length).toBeGreaterThan(0);
    expect(lines.at(-1)).toMatchObject({ equity: result.statistics.endEquity, calls: expect.any(Array), orders: [] });
    expect(lines[0]).toMatchObject({ number: 0, calls: [{ hook: 'start' }], state: expect.anything() });
    expect(lines.every(({ calls }) => calls.length > 0)).toBe(true);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}, 120_000);
