import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';

const run = promisify(execFile);
const root = fileURLToPath(new URL('../../', import.meta.url));

interface Ended {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

const node = (...args: string[]): Promise<Ended> =>
  run(process.execPath, args, { cwd: root, timeout: 60_000 }).then(
    ({ stdout, stderr }) => ({ code: 0, stdout, stderr }),
    (error: Ended) => error,
  );

/** What package.json runs of ours, with the words before the script's own. */
const { scripts } = JSON.parse(readFileSync(`${root}package.json`, 'utf8')) as { readonly scripts: Readonly<Record<string, string>> };
const commands = Object.entries(scripts).flatMap(([name, command]) => {
  const [program, ...words] = command.split(' ');
  return program === 'node' ? [{ name: name === 'start' || name === 'test' ? `npm ${name}` : `npm run ${name}`, words }] : [];
});

it.each(commands)('$name --help tells how it is called, and does nothing', async ({ name, words }) => {
  const { code, stdout, stderr } = await node(...words, '--help');
  expect([code, stderr]).toEqual([0, '']);
  expect(stdout.split('\n')[0]).toContain(name);
}, 60_000);

it.each(commands)('$name refuses an option that it does not know by its name', async ({ name, words }) => {
  const { code, stdout, stderr } = await node(...words, '--nightli');
  expect([code, stdout]).toEqual([1, '']);
  expect(stderr).toContain("Unknown option '--nightli'");
  expect(stderr).toContain(name);
  expect(stderr).not.toMatch(/^\s+at /m);
}, 60_000);

it.each([
  ['chaos.ts', '--rounds=x', '--rounds must be a whole number from 1'],
  ['chaos.ts', '--rounds=0', '--rounds must be a whole number from 1'],
  ['chaos.ts', '--rounds=1.5', '--rounds must be a whole number from 1'],
])(
  '%s %s is refused by name, and nothing is said to be well',
  async (script, option, problem) => {
    const { code, stdout, stderr } = await node('--import', 'tsx', `scripts/${script}`, option);
    expect([code, stdout]).toEqual([1, '']);
    expect(stderr).toContain(problem);
    expect(stderr).toContain('npm ');
    expect(stderr).not.toMatch(/^\s+at /m);
  },
  60_000,
);
