import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';

const run = promisify(execFile);
const root = fileURLToPath(new URL('../', import.meta.url));

interface Ended {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

const call = async (script: string, ...args: string[]): Promise<Ended> => {
  const ended = run(process.execPath, ['--import', 'tsx', `scripts/${script}`, ...args], { cwd: root, timeout: 60_000 });
  return ended.then(
    ({ stdout, stderr }) => ({ code: 0, stdout, stderr }),
    (error: Ended) => error,
  );
};

it.each([
  ['test.mjs', 'npm test'],
  ['new-plugin.ts', 'npm run new:plugin'],
])(
  '%s tells how it is called when asked',
  async (script, usage) => {
    const { code, stdout, stderr } = await call(script, '--help');
    expect([code, stderr]).toEqual([0, '']);
    expect(stdout).toContain(usage);
  },
  60_000,
);

it.each([
  ['test.mjs', '--nightli', "Unknown option '--nightli'"],
  ['new-plugin.ts', '--nightli', "Unknown option '--nightli'"],
  ['plugin-pack.ts', '--nightli', "Unknown option '--nightli'"],
  ['shots.ts', '--nightli', "Unknown option '--nightli'"],
  ['chaos.ts', '--nightli', "Unknown option '--nightli'"],
  ['chaos.ts', '--rounds=x', '--rounds must be a whole number from 1'],
  ['chaos.ts', '--rounds=0', '--rounds must be a whole number from 1'],
  ['chaos.ts', '--rounds=1.5', '--rounds must be a whole number from 1'],
])(
  '%s %s is refused by name, and nothing is said to be well',
  async (script, option, problem) => {
    const { code, stdout, stderr } = await call(script, option);
    expect([code, stdout]).toEqual([1, '']);
    expect(stderr).toContain(problem);
    expect(stderr).toContain('npm ');
    expect(stderr).not.toMatch(/^\s+at /m);
  },
  60_000,
);
