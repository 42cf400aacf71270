import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { popOutPath } from '../../app/layout/pop-outs/pop-out-path.ts';
import { marketPopups } from '../../app/pages/market-popup-path.ts';
import { startPath } from '../../core/client/connection/asked-place.ts';
import { aiPath, tradePath } from '../../core/client/layouts/layout-store.ts';
import type { PluginManifest } from '../../schemas/manifest.ts';
import { httpBase, socketBase } from '../../schemas/wire/index.ts';
import { packageBase } from '../../schemas/wire/package.ts';
import { pathProblem } from './taken-paths.ts';

const plugins = fileURLToPath(new URL('../../plugins/', import.meta.url));
const pagesOfBuild = readdirSync(plugins)
  .filter((folder) => !folder.startsWith('_'))
  .map((folder) => JSON.parse(readFileSync(`${plugins}${folder}/plugin.json`, 'utf8')) as PluginManifest)
  .flatMap(({ contributes }) => (contributes?.routes ?? []).map(({ path }) => path));

it.each([
  ...['/', '/login', '/home', '/index', '/error', '/setup', '/docs', '/healthz', '/metrics', '/assets/app.js', '/user', '/data'],
  ...[startPath, tradePath, aiPath, popOutPath, httpBase, socketBase, packageBase, ...Object.keys(marketPopups), ...pagesOfBuild],
])('%s is no path for a package', (path) => {
  expect(pathProblem(path)).not.toBeNull();
  expect(pathProblem(path.toUpperCase())).not.toBeNull();
  expect(pathProblem(`${path}/more`)).not.toBeNull();
});

it.each(['/:any', '/:any/x', '//login', '/login/', '/LOGIN', '/fear/', '/_x', 'fear'])('neither is %s', (path) =>
  expect(pathProblem(path)).not.toBeNull());

it.each(['/fear-greed', '/fear-greed/:day', '/research/notes'])('%s is one', (path) => expect(pathProblem(path)).toBeNull());
