import type { Page } from '@playwright/test';
import type { PluginPackage } from '../../../schemas/wire/package.ts';
import { accepting, foreignFiles, foreignManifest, packageOf } from '../../../tests/kit/packages.ts';
import { HttpClient } from '../../../tests/kit/servers/http-client.ts';
import type { JourneyServer } from '../journey-server.ts';
import { Gallery } from '../panels/gallery.ts';

/** Packages of a friendly author, written as the packing of their sources would leave them. */

export const guestPage = { id: 'page-guest', path: '/guest', title: 'page-guest' };
export const guestPanel = { id: 'panel-guest', title: 'panel-guest' };

/** A page with a field, a button of Fluent's that ends the page while it draws, and one that asks in a popover of the building blocks. */
const pageCode = `
const { createElement: h, useState } = globalThis.tesseraShared.react;
const { useTranslation } = globalThis.tesseraShared['react-i18next'];
const { ConfirmPopover } = globalThis.tesseraShared['core/ui'];
const { Button } = globalThis.tesseraShared['@fluentui/react-components'];
function Page() {
  const { t } = useTranslation('page-guest');
  const [broken, setBroken] = useState(false);
  if (broken) throw new Error('it fell over');
  const [agreed, setAgreed] = useState(0);
  const asks = { title: 'Really?', keepLabel: 'Keep', confirmLabel: 'Yes', onConfirm: () => setAgreed(agreed + 1) };
  return h('section', null, h('h1', null, t('greeting')), h('input', { 'aria-label': 'Note' }),
    h(Button, { onClick: () => setBroken(true) }, 'Break'), h(ConfirmPopover, asks, h(Button, null, 'Agreed ' + agreed)));
}
export const plugin = { routes: { main: { load: async () => ({ Page }) } } };
`;

export function pagePackage(): PluginPackage {
  const { id, path } = guestPage;
  const menu = { group: 'tradeData', order: 900, icon: 'data' };
  const manifest = foreignManifest(id, { kind: 'page', contributes: { routes: [{ id: 'main', title: `${id}.title`, path, menu }] } });
  const words = (greeting: string) => JSON.stringify({ title: id, description: id, greeting });
  return packageOf({
    ...foreignFiles(manifest, { 'client.js': pageCode, 'client.css': 'h1 { letter-spacing: 2px }' }),
    'locales/en.json': words('Good morning'),
    'locales/zh-CN.json': words('早上好'),
    'locales/zh-TW.json': words('早安'),
  });
}

export const breaking = { id: 'panel-breaking', title: 'panel-breaking' };

/** A panel with one popover, on whose answer it breaks. */
const breakingCode = `
const { createElement: h, useState } = globalThis.tesseraShared.react;
const { ConfirmPopover } = globalThis.tesseraShared['core/ui'];
function Panel() {
  const [broken, setBroken] = useState(false);
  if (broken) throw new Error('it fell over');
  const asks = { title: 'Really?', keepLabel: 'Keep', confirmLabel: 'Yes', onConfirm: () => setBroken(true) };
  return h(ConfirmPopover, asks, h('button', null, 'Ask'));
}
export const plugin = { panels: { main: { load: async () => ({ Panel }) } } };
`;

export function breakingPackage(): PluginPackage {
  const { id } = breaking;
  const contributes = { panels: [{ id: 'main', title: `${id}.title`, icon: 'panel', version: 1 }] };
  return packageOf(foreignFiles(foreignManifest(id, { kind: 'panel', contributes }), { 'client.js': breakingCode }));
}

/** Lists the open orders of its user with a button that cancels each, and says what came of it. */
const cancelCode = `
const { createElement: h, useState } = globalThis.tesseraShared.react;
const { observer } = globalThis.tesseraShared['mobx-react-lite'];
const Panel = observer(function Panel({ services: { accounts } }) {
  const [said, setSaid] = useState('nothing yet');
  const cancel = async (order) => {
    const outcome = await accounts.cancel(order);
    setSaid(outcome.ok ? 'canceled' : outcome.error.code);
  };
  return h('div', null, h('output', null, said), h('ul', null, accounts.openOrders.map((order) =>
    h('li', { key: order.orderId }, order.price, h('button', { onClick: () => cancel(order) }, 'Cancel ' + order.instrumentId.split('/')[1])))));
});
export const plugin = { requires: { accounts: { id: 'tessera.accounts' } }, panels: { main: { load: async () => ({ Panel }) } } };
`;

export function cancelPackage(): PluginPackage {
  const { id } = guestPanel;
  const manifest = foreignManifest(id, {
    kind: 'panel',
    requires: ['tessera.accounts'],
    capabilities: ['orders.read', 'orders.cancel'],
    contributes: { panels: [{ id: 'main', title: `${id}.title`, icon: 'panel', version: 1 }] },
  });
  return packageOf(foreignFiles(manifest, { 'client.js': cancelCode }));
}

export const counter = { id: 'panel-counter', title: 'panel-counter' };

/** Counts how often its button was pressed, in the panel's saved config. */
const counterCode = (key: string, requires: string, migrations: string): string => `
const { createElement: h } = globalThis.tesseraShared.react;
function Panel({ config, updateConfig }) {
  const count = config.${key} ?? 0;
  return h('div', null, h('output', null, '${key} ' + count), h('p', null, 'fields ' + Object.keys(config).sort().join()),
    h('button', { onClick: () => updateConfig({ ${key}: count + 1 }) }, 'More'));
}
export const plugin = { requires: ${requires}, panels: { main: { load: async () => ({ Panel }), migrations: [${migrations}] } } };
`;

/** Its first version counts under `count`, the second and third under `total`; the third wants to read markets too. */
export function counterPackage(version: 1 | 2 | 3): PluginPackage {
  const { id } = counter;
  const rename = '{ to: 2, up: ({ count, ...rest }) => ({ ...rest, total: count }) }';
  const manifest = foreignManifest(id, {
    version: `${version}.0.0`,
    kind: 'panel',
    ...(version === 3 ? { requires: ['tessera.markets'] } : {}),
    contributes: { panels: [{ id: 'main', title: `${id}.title`, icon: 'panel', version: Math.min(version, 2) }] },
  });
  const requires = version === 3 ? "{ markets: { id: 'tessera.markets' } }" : '{}';
  const code = version === 1 ? counterCode('count', requires, '') : counterCode('total', requires, rename);
  return packageOf(foreignFiles(manifest, { 'client.js': code }));
}

/** A client that calls the server as one of the demo's people. */
export async function signedIn(server: JourneyServer, name: string): Promise<HttpClient> {
  const client = new HttpClient(server.url);
  const { username, password } = server.account(name);
  await client.signIn(username, password);
  return client;
}

/** Installs packages with all that they ask for. */
export async function installAll(server: JourneyServer, packages: readonly PluginPackage[]): Promise<HttpClient> {
  const admin = await signedIn(server, 'admin');
  for (const one of packages) await admin.call('adminPackageInstall', { body: accepting(one) });
  return admin;
}

/** What is drawn in the frame of a package. */
export const frameOf = (page: Page, id: string) => page.frameLocator(`iframe[src^="/packages/${id}/"]`);

/** Adds a panel of a package to the workspace. */
export async function openFromGallery(page: Page, title: string): Promise<void> {
  const gallery = new Gallery(page);
  await gallery.open();
  await gallery.search.fill(title);
  await gallery.panel(title).click();
}
