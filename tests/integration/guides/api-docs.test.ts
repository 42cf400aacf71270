import { execFile } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { AppError } from '../../../core/contract/app-error.ts';
import { type ErrorCode, errorCatalogue } from '../../../core/contract/error-catalogue.ts';
import { routes } from '../../../schemas/wire/index.ts';
import type { Envelope, Route } from '../../../schemas/wire/route.ts';
import { root } from '../../architecture/reading/source-files.ts';
import type { HttpClient } from '../../kit/servers/http-client.ts';
import { pluginSource, pluginsWithRoutes, startTestServer, type TestServer } from '../../kit/servers/test-server.ts';

const run = promisify(execFile);
const text = readFileSync(join(root, 'docs/api.md'), 'utf8');
const steps = [...text.matchAll(/^```(\S+)(?: (\S+))?\n([\s\S]*?)^```$/gm)].map(([, , file = null, step = '']) => ({ file, step }));

let server: TestServer;
let trader: HttpClient;
let folder: string;
let key: string;

beforeAll(async () => {
  server = await startTestServer({ plugins: [pluginSource('venue-paper'), pluginSource('venue-house'), ...pluginsWithRoutes()] });
  trader = await server.signIn('trader1');
  const password = server.demoAccounts.find(({ username }) => username === 'trader1')?.password ?? '';
  key = (await trader.call('apiKeyCreate', { body: { name: 'Docs', permission: 'trade', addresses: [], password } })).token;
  mkdirSync(join(root, '.data'), { recursive: true });
  // Inside the repository, where commands find what is installed; under a name that is no dot, so that compilers look into it.
  folder = mkdtempSync(join(root, '.data', 'api-'));
  cpSync(join(root, 'package.json'), join(folder, 'package.json'));
}, 120_000);
afterAll(async () => {
  if (folder !== undefined) rmSync(folder, { recursive: true, force: true });
  await server?.close();
});

describe('what a reader of docs/api.md types', () => {
  it('works from the first line to the last, word by word', async () => {
    for (const { file, step } of steps) if (file !== null) writeFileSync(join(folder, file), step);
    // npm runs a script in the folder of its package, and so do we for what makes the client.
    const typed = steps
      .filter(({ file }) => file === null)
      .map(({ step }) => step)
      .join('\n');
    const script = `set -euo pipefail\nnpm() { command npm --prefix '${root}' "$1" "$2" -- --out "$PWD/$5"; }\n${typed}`;
    const environment = { ...process.env, TESSERA: server.url, KEY: key };
    const { stdout } = await run('bash', ['-c', script], { cwd: folder, env: environment, maxBuffer: 32 * 1024 * 1024 });
    const lines = stdout.split('\n');
    const answers = lines.filter((line) => line.startsWith('{"code"')).map((line) => JSON.parse(line) as Envelope<unknown>);
    expect(answers.map(({ code }) => code)).toEqual(answers.map(() => 200));
    expect(answers.length).toBe(11);
    expect(answers.at(-1)?.data).toMatchObject({ client_order_id: 'my-first-order', status: 'CANCELED' });
    for (const topic of ['depth:tessera/BTCUSDT/spot', 'orders']) expect(stdout).toContain(`"t":"${topic}"`);
    const [open] = await trader.call('openOrders', { query: {} });
    expect(open).toMatchObject({ qty: '0.02', price: '10000' });
    expect(lines).toContain(`${open?.order_id} ${open?.status}`);
  }, 240_000);

  it('passes the compiler, which refuses a field that the call does not have', async () => {
    const compile = (file: string) =>
      run(
        'npx',
        [
          'tsc',
          '--noEmit',
          '--strict',
          '--skipLibCheck',
          '--target',
          'es2023',
          '--module',
          'esnext',
          '--moduleResolution',
          'bundler',
          '--allowImportingTsExtensions',
          '--types',
          'node',
          '--ignoreConfig',
          file,
        ],
        { cwd: folder },
      ).then(
        () => '',
        (error: { stdout: string }) => error.stdout,
      );
    expect(await compile('bot.ts')).toBe('');
    writeFileSync(join(folder, 'typo.ts'), readFileSync(join(folder, 'bot.ts'), 'utf8').replace('qty:', 'quantity:'));
    expect(await compile('typo.ts')).toContain('quantity');
  }, 240_000);

  it('names the errors as the catalogue does', () => {
    const named = [...text.matchAll(/^\| (\d{5}) \| (\d{3}) \|/gm)].map(([, number, status]) => [Number(number), Number(status)]);
    expect(named.length).toBeGreaterThan(7);
    const known = Object.keys(errorCatalogue).map((code) => {
      const { number, httpStatus } = new AppError(code as ErrorCode);
      return [number, httpStatus];
    });
    for (const pair of named) expect(known).toContainEqual(pair);
  });
});

describe('the OpenAPI document', () => {
  it('says of each call how to come in, and which permission a key needs', async () => {
    const document = (await (await fetch(`${server.url}/docs/json`)).json()) as {
      components: { securitySchemes: Record<string, object> };
      paths: Record<string, Record<string, { security: object[]; description: string; 'x-api-key-permission'?: string }>>;
    };
    expect(document.components.securitySchemes.apiKey).toMatchObject({ type: 'http', scheme: 'bearer' });
    for (const route of Object.values(routes) as readonly Route[]) {
      const operation = document.paths[`/sapi${route.path}`]?.[route.method.toLowerCase()];
      const takesKeys = operation?.security.some((scheme) => 'apiKey' in scheme) ?? false;
      expect([route.path, takesKeys, operation?.['x-api-key-permission']]).toEqual([route.path, route.key !== undefined, route.key]);
      expect(operation?.description).toContain(route.key === undefined ? 'Not for API keys' : `\`${route.key}\``);
    }
  });
});
