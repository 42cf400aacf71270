/**
 * `npm run dev`: the server from source with demo accounts, and Vite with the client beside it. A change to the client is shown
 * at once, one to a strategy's folder is taken by running instances, which keep their state. Data of its own in `.data/dev`.
 */
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { readCommandLine } from './kit/command-line.mjs';
import { installPackages, requireNode, root } from './kit/prepare.mjs';

const usage = `npm run dev [-- --page-port 5173]

  --page-port 5173   where the page with hot reload is; TESSERA_PORT is where the server is

Settings come from the environment: README.md, "Settings".`;

requireNode();
const { values } = readCommandLine(usage, { options: { 'page-port': { type: 'string', default: '5173' } } });
process.chdir(root);
if (!installPackages()) process.exit(1);

const port = process.env.TESSERA_PORT ?? '8080';
const env = { TESSERA_DATA: join(root, '.data', 'dev'), ...process.env, TESSERA_PORT: port };
const started = [
  spawn(process.execPath, ['--import', 'tsx', '--enable-source-maps', 'server/main.ts', '--demo', '--watch'], { stdio: 'inherit', env }),
  spawn(process.execPath, [join('node_modules', 'vite', 'bin', 'vite.js'), '--port', values['page-port']], {
    stdio: 'inherit',
    env: { ...env, TESSERA_DEV_SERVER: `http://127.0.0.1:${port}` },
  }),
];

// One without the other is of no use. Ctrl+C reaches both from the terminal by itself; a signal to this process alone does not.
const stop = () => {
  for (const child of started) if (child.exitCode === null) child.kill('SIGTERM');
};
process.on('SIGINT', () => undefined);
process.on('SIGTERM', stop);
for (const child of started) {
  child.on('exit', (code) => {
    stop();
    process.exitCode ||= code ?? 1;
  });
}
