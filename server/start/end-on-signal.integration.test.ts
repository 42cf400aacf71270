import { spawn } from 'node:child_process';
import { expect, it } from 'vitest';
import { root } from '../../scripts/kit/prepare.mjs';

/** A process with a server whose start or end is as `server` says; ends it by a signal, and gives its exit code. */
async function ended(server: string): Promise<number | null> {
  const code = `
    import { endOnSignal } from './server/start/end-on-signal.ts';
    setInterval(() => undefined, 1_000);
    console.log('begun');
    await endOnSignal({ info: () => undefined, error: () => undefined }, ${server}, 200);`;
  const child = spawn(process.execPath, ['--import', 'tsx', '--input-type=module', '-e', code], { cwd: root });
  const exited = new Promise<number | null>((resolve) => child.once('exit', resolve));
  child.stdout.once('data', () => setTimeout(() => child.kill('SIGTERM'), 50));
  return exited;
}
const never = 'new Promise(() => undefined)';

it.each([
  ['ends in order', 'async () => ({ close: async () => undefined })', 0],
  ['says that it did not end cleanly', "async () => ({ close: () => Promise.reject(new Error('no')) })", 1],
  ['does not wait for ever for an end that never comes', `async () => ({ close: () => ${never} })`, 1],
  ['does not wait for ever for a start that does not heed the signal', `() => ${never}`, 1],
])('a server that is told to end %s', { timeout: 20_000 }, async (_, server, code) => {
  expect(await ended(server)).toBe(code);
});
