import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Locator, Page } from '@playwright/test';
import { type Language, languageNames, languages } from '../../core/client/settings/language.ts';
import { createPlugin } from '../../scripts/new-plugin.ts';
import { packPlugin } from '../../scripts/plugin-pack.ts';
import { makeKey } from '../../server/packages/package-signature.ts';
import { seriousFindings } from '../kit/axe.ts';
import { expect, test } from '../kit/journey.ts';
import { JourneyServer } from '../kit/journey-server.ts';
import { look } from '../kit/look.ts';
import { ForeignTexts, sticksOut, textIn, textsOn } from '../kit/page-texts.ts';
import { Gallery } from '../kit/panels/gallery.ts';
import { Workspace } from '../kit/workspace.ts';

let server: JourneyServer;
let folder: string;

test.beforeAll(async () => {
  server = await JourneyServer.start();
  folder = mkdtempSync(join(tmpdir(), 'tessera-guest-'));
});
test.afterAll(async () => {
  rmSync(folder, { recursive: true, force: true });
  await server.close();
});

/** Chooses another language in the header, whatever the present one is. */
async function speak(page: Page, language: Language): Promise<void> {
  const names = languages.map((one) => textIn(one, 'app', 'language'));
  await page
    .getByRole('banner')
    .getByRole('button', { name: new RegExp(`^(${names.join('|')})$`) })
    .click();
  await page.getByRole('menuitemradio', { name: languageNames[language], exact: true }).click();
  await expect(page.locator('html')).toHaveAttribute('lang', language);
}

/** The admin's part for packages. */
class PackagesPart {
  readonly #page: Page;
  readonly part: Locator;

  constructor(page: Page) {
    this.#page = page;
    this.part = page.getByRole('region', { name: 'From outside the build' });
  }

  async choose(file: string): Promise<void> {
    await this.part.locator('input[type=file]').setInputFiles(file);
  }

  async press(name: string): Promise<void> {
    await this.part.getByRole('button', { name, exact: true }).click();
  }

  async says(text: string): Promise<void> {
    await expect(this.#page.getByRole('log', { name: 'Messages' })).toContainText(text);
  }
}

/** Packs a plugin as its author would; `change` edits its files first. */
async function packed(
  plugin: string,
  key: string | undefined,
  change: (read: (file: string) => string, write: (file: string, text: string) => void) => void,
): Promise<string> {
  const read = (file: string): string => readFileSync(join(plugin, file), 'utf8');
  change(read, (file, text) => writeFileSync(join(plugin, file), text));
  const file = join(folder, `package-${Math.trunc(performance.now())}.json`);
  writeFileSync(file, JSON.stringify(await packPlugin(plugin, key)));
  return file;
}

test('a panel from outside comes to open workspaces, is updated, switched off and removed, all without a reload', async ({ visitAs }) => {
  const plugin = createPlugin('panel', 'guest-range', folder).folder;
  const key = makeKey();
  const keyFile = join(folder, 'author.key');
  writeFileSync(keyFile, key.secret);
  const first = await packed(plugin, keyFile, (read, write) => {
    write('guest-range.module.css', `${read('guest-range.module.css')}.range { border-top: 2px solid rgb(1, 2, 3); }`);
  });
  const { page: trader } = await visitAs(server, 'trader1');
  const { page: admin, errors } = await visitAs(server, 'admin');
  errors.expect(/status of 422 .*package\/examine/);
  await admin.goto('/admin/plugins');
  const packages = new PackagesPart(admin);
  await expect(packages.part.getByText('No plugin from outside is installed.')).toBeVisible();

  await test.step('a damaged file is refused with its reason', async () => {
    const damaged = join(folder, 'damaged.json');
    writeFileSync(damaged, readFileSync(first, 'utf8').replace('Highest', 'Hidden'));
    await packages.choose(damaged);
    await expect(packages.part.getByRole('alert')).toContainText('does not match its hash');
    await expect(packages.part.getByRole('button', { name: 'Install panel-guest-range' })).toBeDisabled();
    writeFileSync(damaged, 'no package');
    await packages.choose(damaged);
    await expect(packages.part.getByRole('alert')).toContainText('damaged.json is no package');
  });

  await test.step('the admin looks at what it is and asks for, trusts its author, and installs it', async () => {
    await packages.choose(first);
    await expect(packages.part.getByText('Signed with a key that nobody here trusts')).toBeVisible();
    await expect(packages.part.getByRole('listitem')).toHaveText(['read markets', /^it is there for: Administrator, Trader, /]);
    await expect(packages.part.getByRole('button', { name: 'Install panel-guest-range' })).toBeDisabled();
    await packages.part.getByText('Trusted keys: 0').click();
    await packages.part.getByRole('textbox', { name: 'Author' }).fill('Ann');
    await packages.part.getByRole('textbox', { name: 'Public key' }).fill(key.publicKey);
    await packages.press('Trust');
    await packages.says('Packages of Ann are trusted.');
    await expect(packages.part.getByText('Signed with the key Ann, which you trust.')).toBeVisible();
    await packages.press('Install panel-guest-range');
    await packages.says('panel-guest-range is installed.');
    await expect(packages.part.getByRole('row').filter({ hasText: 'panel-guest-range' })).toContainText('Enabled');
  });

  const workspace = new Workspace(trader);
  const inside = trader.frameLocator('iframe[src^="/packages/panel-guest-range/"]');
  const range = inside.locator('dl').filter({ hasText: /^(High|Top)/ });
  await test.step('the trader finds it in the gallery and docks it', async () => {
    const gallery = new Gallery(trader);
    await gallery.open();
    await gallery.search.fill('guest');
    await gallery.panel('Guest Range').click();
    await expect(workspace.panelTab('Guest Range')).toBeVisible();
    await expect(range.getByText('High', { exact: true })).toBeVisible();
    await expect(range).toHaveCSS('border-top-color', 'rgb(1, 2, 3)');
  });

  await test.step('its words follow the language, as those of the build do', async () => {
    for (const [language, words] of [
      ['zh-CN', '最高最低'],
      ['zh-TW', '最高最低'],
      ['en', 'HighLow'],
    ] as const) {
      await speak(trader, language);
      const terms = inside
        .locator('dl')
        .filter({ hasText: /^(High|最高)/ })
        .locator('dt');
      await expect.poll(async () => (await terms.allTextContents()).join('')).toBe(words);
    }
  });

  await test.step('the page of packages in Chinese on light has no other words, and nothing sticks out', async () => {
    for (const language of ['zh-CN', 'zh-TW'] as const) {
      const foreign = new ForeignTexts(language);
      await speak(admin, language);
      await admin.evaluate(() => document.documentElement.setAttribute('data-theme', 'light'));
      await admin.locator('input[type=file]').setInputFiles(first);
      await expect(admin.locator('code').first()).toBeVisible();
      await look(admin, `packages-${language}-light`);
      expect(foreign.among(await textsOn(admin)), 'keys and words of other languages').toEqual([]);
      expect(await sticksOut(admin)).toEqual([]);
      expect(await seriousFindings(admin)).toEqual([]);
      await admin.getByRole('button', { name: textIn(language, 'plugins/page-admin-plugins', 'package.discard'), exact: true }).click();
    }
    await speak(admin, 'en');
  });

  await test.step('a newer version takes its place', async () => {
    const newer = await packed(plugin, undefined, (read, write) => {
      write('plugin.json', read('plugin.json').replace('"1.0.0"', '"1.1.0"'));
      write('locales/en.json', read('locales/en.json').replace('"High"', '"Top"'));
    });
    await packages.choose(newer);
    await expect(packages.part.getByText('Nobody has signed it')).toBeVisible();
    await packages.part.getByText('Accept this one file all the same').click();
    await packages.press('Update panel-guest-range to 1.1.0');
    await packages.says('panel-guest-range is updated to 1.1.0.');
    await expect(range.getByText('Top', { exact: true })).toBeVisible();
  });

  await test.step('switched off, its place is kept; switched on, it is back', async () => {
    await packages.press('Disable');
    await expect(range).toHaveCount(0);
    await expect(trader.getByText('This panel is not available to you at the moment.')).toBeVisible();
    await packages.press('Enable');
    await expect(range.getByText('Top', { exact: true })).toBeVisible();
  });

  await test.step('it is there after a reload', async () => {
    await trader.reload();
    await expect(range.getByText('Top', { exact: true })).toBeVisible();
  });

  await test.step('removed, after a question', async () => {
    await packages.press('Remove');
    await admin.getByRole('dialog').or(admin.getByRole('alertdialog')).getByRole('button', { name: 'Remove', exact: true }).click();
    await packages.says('panel-guest-range is removed.');
    await expect(range).toHaveCount(0);
    await expect(packages.part.getByText('No plugin from outside is installed.')).toBeVisible();
  });
});
