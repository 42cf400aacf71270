/** `npm start [-- --demo]`: installs what is missing, builds what changed, runs the whole product. */
import { spawn } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { readCommandLine } from './kit/command-line.mjs';
import { buildProduct, installPackages, requireNode, root } from './kit/prepare.mjs';
import { serverFlags } from './kit/server-flags.mjs';

const usage = `npm start [-- --demo]

  --demo   simulated exchanges and demo accounts, whose passwords are printed

Settings come from the environment: README.md, "Settings".`;

requireNode();
const { values } = readCommandLine(usage, { options: { demo: { type: 'boolean', default: false } } });
process.chdir(root);
if (!installPackages()) process.exit(1);
if (!buildProduct()) process.exit(1);

console.log('Starting …');
const flags = [...serverFlags(availableParallelism()), '--enable-source-maps'];
const server = spawn(process.execPath, [...flags, join(root, 'dist', 'server', 'main.js'), ...(values.demo ? ['--demo'] : [])], {
  stdio: 'inherit',
  env: { NODE_ENV: 'production', ...process.env },
});
// Ctrl+C reaches the server from the terminal by itself; a signal to this process alone does not.
process.on('SIGINT', () => undefined);
process.on('SIGTERM', () => server.kill('SIGTERM'));
server.on('exit', (code, signal) => process.exit(code ?? (signal === null ? 1 : 128)));
