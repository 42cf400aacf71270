import type { Frame, Page } from '@playwright/test';
import { accepting, foreignFiles, foreignManifest, packageOf } from '../../../tests/kit/packages.ts';
import { expect } from '../journey.ts';
import type { JourneyServer } from '../journey-server.ts';
import { Gallery } from '../panels/gallery.ts';
import { Workspace } from '../workspace.ts';
import { signedIn } from './guest-packages.ts';

export const id = 'panel-hostile';
/** Offers a field and buttons, and hands the services of its frame to whoever drives it. */
const code = `
const { createElement: h } = globalThis.tesseraShared.react;
const accounts = { id: 'tessera.accounts' };
const markets = { id: 'tessera.markets' };
function Panel({ services }) {
  globalThis.services = services;
  return h('div', null, h('p', null, 'hostile panel'), h('input', { 'aria-label': 'Secret' }), h('button', null, 'Last'));
}
export const plugin = { requires: { accounts, markets }, panels: { main: { load: async () => ({ Panel }) } } };
`;

/** Installs the panel with all that it asks for; gives its hash. */
export async function installHostile(server: JourneyServer): Promise<string> {
  const manifest = foreignManifest(id, {
    kind: 'panel',
    requires: ['tessera.accounts', 'tessera.markets'],
    capabilities: ['orders.place', 'orders.read'],
    contributes: { panels: [{ id: 'main', title: `${id}.title`, icon: 'panel', version: 1, popOut: true }] },
  });
  const sent = packageOf(foreignFiles(manifest, { 'client.js': code, 'client.css': 'p { color: rgb(1, 2, 3) }' }));
  const admin = await signedIn(server, 'admin');
  return (await admin.call('adminPackageInstall', { body: accepting(sent) })).hash;
}

export const selector = `iframe[src^="/packages/${id}/"]`;

/** Opens the panel from the gallery and gives the realm in which its code runs. */
export async function openPanel(page: Page): Promise<Frame> {
  if ((await page.locator(selector).count()) === 0) {
    const gallery = new Gallery(page);
    await gallery.open();
    await gallery.search.fill('hostile');
    await gallery.panel(id).click();
  }
  await expect(page.frameLocator(selector).getByText('hostile panel')).toBeVisible();
  const frame = await (await page.locator(selector).elementHandle())?.contentFrame();
  if (frame == null) throw new Error('the panel has no frame');
  return frame;
}

/** Ends the panel, so that the next test begins anew. */
export async function closePanel(page: Page): Promise<void> {
  await new Workspace(page).panelTab(id).press('Delete');
  await expect(page.locator(selector)).toHaveCount(0);
}

/** What the browser itself says of an attack that it stops. */
export const blocked =
  /Content Security Policy|sandbox|Permissions|permissions policy|TrustedHTML|Trusted|Refused to|ERR_BLOCKED|net::ERR|Blocked|not allowed|cross-origin|opaque|credentials/i;
