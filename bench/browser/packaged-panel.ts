import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { PluginPackage } from '../../schemas/wire/package.ts';
import { bundleClient } from '../../scripts/plugin-pack/bundle-client.ts';
import { accepting, packageOf } from '../../tests/kit/packages.ts';
import type { OpenDashboard } from './open-dashboard.ts';
import { leaveAndReturn, openPanels } from './panel-grid.ts';

const visits = 7;
const builtIn = 'panel-balances';
const packaged = 'panel-foreign';
const textFiles = ['plugin.json', 'README.md', 'locales/en.json', 'locales/zh-CN.json', 'locales/zh-TW.json'];

/** One panel, of the build and as a package: median ms from coming back to a workspace that has it alone until it has painted. */
export async function packagedPanel(dashboard: OpenDashboard): Promise<{ readonly builtInMs: number; readonly packagedMs: number }> {
  const admin = await dashboard.signIn('admin');
  await admin.call('adminPackageInstall', { body: accepting(await packedCopy()) });
  return { builtInMs: await opened(dashboard, builtIn), packagedMs: await opened(dashboard, packaged) };
}

async function opened(dashboard: OpenDashboard, plugin: string): Promise<number> {
  await openPanels(dashboard, [{ type: `${plugin}/balances`, version: 1, config: {} }]);
  const times: number[] = [];
  for (let visit = 0; visit < visits; visit++) times.push(await leaveAndReturn(dashboard));
  return times.sort((a, b) => a - b)[(visits - 1) / 2] ?? Number.NaN;
}

/** The panel of the build as its author would pack it, under another id. */
async function packedCopy(): Promise<PluginPackage> {
  const folder = fileURLToPath(new URL(`../../plugins/${builtIn}/`, import.meta.url));
  const texts = [
    ...textFiles.map((path) => [path, readFileSync(folder + path, 'utf8')] as const),
    ...(await bundleClient(`${folder}client.tsx`)),
  ];
  const files = Object.fromEntries(texts.map(([path, text]) => [path, text.replaceAll(builtIn, packaged)]));
  const manifest = { ...(JSON.parse(files['plugin.json'] ?? '{}') as object), capabilities: ['balances.read'] };
  return packageOf({ ...files, 'plugin.json': JSON.stringify(manifest) });
}
