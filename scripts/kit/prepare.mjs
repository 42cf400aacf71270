/**
 * What `npm start` and `npm test` share before anything is installed: plain Node, no dependencies.
 * Installs packages and builds only when their inputs changed since the last time.
 */
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))));

const minimum = [20, 19];

/** Ends the process with a sentence when this Node is too old. */
export function requireNode() {
  const [major, minor] = process.versions.node.split('.').map(Number);
  if (major > minimum[0] || (major === minimum[0] && minor >= minimum[1])) return;
  console.error(`Tessera needs Node ${minimum.join('.')} or newer; this is ${process.versions.node}.`);
  process.exit(1);
}

/** Runs a command with its output shown; gives its exit code. */
export function run(command, args, env = {}) {
  const result = spawnSync(command, args, { cwd: root, stdio: 'inherit', env: { ...process.env, ...env } });
  if (result.error) console.error(`${command}: ${result.error.message}`);
  return result.status ?? 1;
}

/**
 * Whether `folder/node_modules` has what `package-lock.json` beside it says, whoever installed it: npm writes at the end of an installation into
 * `.package-lock.json` what it has put there. What is optional may be missing, being for other machines; what is there beyond does no harm.
 */
export function hasPackages(folder = root) {
  const [wanted, installed] = [packagesIn(folder, 'package-lock.json'), packagesIn(folder, 'node_modules', '.package-lock.json')];
  const { '': own, ...named } = wanted;
  const isThere = ([path, { optional, version, resolved, integrity }]) => {
    const found = installed[path];
    if (found === undefined) return optional === true;
    const isHere = !path.startsWith('node_modules/') || existsSync(join(folder, path));
    return isHere && found.version === version && found.resolved === resolved && found.integrity === integrity;
  };
  return own !== undefined && Object.entries(named).every(isThere);
}

/** Of a lock file by path; none without one, or when an installation was cut off in the middle of it. */
function packagesIn(...path) {
  try {
    return JSON.parse(readFileSync(join(...path), 'utf8')).packages ?? {};
  } catch {
    return {};
  }
}

/** `npm ci` when node_modules is missing or is not what the lock file says. */
export function installPackages() {
  if (hasPackages()) return true;
  console.log('Installing packages, which takes a minute or two …');
  // The tools that build are needed also where NODE_ENV says production and npm would leave them out.
  return run('npm', ['ci', '--include=dev', '--no-audit', '--no-fund', '--loglevel=error']) === 0;
}

const sources = [
  'app',
  'core',
  'plugins',
  'schemas',
  'server',
  'locales',
  'vite.config.ts',
  'vite.frame.config.ts',
  'vite.site.config.ts',
  'vite.server.config.ts',
  'package-lock.json',
  'tsconfig.json',
];

const buildStamp = join(root, 'dist', '.tessera-build');
const sourceDigest = () => digestOf(sources);

/** Builds browser and server into `dist/` when a source changed. */
export function buildProduct() {
  const digest = sourceDigest();
  if (holds(buildStamp, digest)) return true;
  console.log('Building, which takes a minute …');
  const vite = join(root, 'node_modules', 'vite', 'bin', 'vite.js');
  const quiet = ['--logLevel', 'warn'];
  // A failed build leaves a complete-looking folder behind, so only the stamp says that it is whole.
  // Frame and site go into the client's folder, which the client's own build empties.
  for (const config of ['vite.config.ts', 'vite.frame.config.ts', 'vite.site.config.ts', 'vite.server.config.ts']) {
    const app = config === 'vite.site.config.ts' ? ['--app'] : [];
    if (run(process.execPath, [vite, 'build', ...app, '--config', config, ...quiet], { NODE_ENV: 'production' }) !== 0) return false;
  }
  mkdirSync(dirname(buildStamp), { recursive: true });
  writeFileSync(buildStamp, digest);
  return true;
}

/** True when `npm start` would neither install nor build. */
export const isPrepared = () => hasPackages() && holds(buildStamp, sourceDigest());

/** Of everything in these files and folders of the repository. */
export const digestOf = (names) => hashOf(names.flatMap((name) => filesUnder(join(root, name))));

const holds = (stamp, digest) => existsSync(stamp) && readFileSync(stamp, 'utf8') === digest;

function filesUnder(path) {
  if (!existsSync(path)) return [];
  if (!statSync(path).isDirectory()) return [path];
  return readdirSync(path, { withFileTypes: true })
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap((entry) => filesUnder(join(path, entry.name)));
}

function hashOf(files) {
  const hash = createHash('sha256');
  for (const file of files) hash.update(file.slice(root.length)).update('\0').update(readFileSync(file)).update('\0');
  return hash.digest('hex');
}
