import { languageKey } from '../../core/client/settings/language.ts';
import { clean } from '../kit/axe.ts';
import { choose } from '../kit/choose.ts';
import { startGrid } from '../kit/grid-instance.ts';
import { signedIn } from '../kit/guests/guest-packages.ts';
import { expect, test } from '../kit/journey.ts';
import { JourneyServer } from '../kit/journey-server.ts';
import { look } from '../kit/look.ts';
import { sticksOut } from '../kit/page-texts.ts';

test.setTimeout(240_000);

let server: JourneyServer;
test.beforeAll(async () => {
  server = await JourneyServer.start();
});
test.afterAll(() => server.close());

test('an owner shows an account of a group, and one of two instances, to an observer, who sees those alone until they are taken back', async ({
  visitAs,
}) => {
  const [owner, observer] = [await signedIn(server, 'trader1'), await signedIn(server, 'observer')];
  for (const name of ['Hidden', 'Shown']) await startGrid(owner, name);
  const seen = async () => (await observer.call('observerInstances', { query: { state: 'running' } })).map(({ name }) => name);
  const [{ page }, { page: desk }] = [await visitAs(server, 'trader1'), await visitAs(server, 'observer')];
  for (const one of [page, desk]) await one.setViewportSize({ width: 1366, height: 768 });
  const dialog = page.getByRole('dialog');
  const reserve = page.getByRole('listitem', { name: 'Reserve', exact: true });
  await page.goto('/user?part=accounts');

  await test.step('he opens an account at the house, in a group of its own', async () => {
    await page.getByRole('button', { name: 'New group' }).click();
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expect(dialog.getByText('Cannot be empty')).toBeVisible();
    await dialog.getByRole('textbox', { name: 'Name' }).fill('Savings');
    await look(page, 'group-dialog');
    await dialog.getByRole('textbox', { name: 'Name' }).press('Enter');
    await expect(page.getByText('No account is in this group.')).toBeVisible();
    await page.getByRole('button', { name: 'Open account' }).click();
    await choose(dialog.getByRole('combobox', { name: 'Exchange' }), 'Tessera');
    await choose(dialog.getByRole('combobox', { name: 'Group' }), 'Savings');
    await dialog.getByRole('button', { name: 'Open account' }).click();
    await expect(dialog.getByRole('textbox', { name: 'Name' })).toHaveAccessibleDescription('Cannot be empty');
    await dialog.getByRole('textbox', { name: 'Name' }).fill('Reserve');
    await expect(dialog.getByRole('checkbox', { name: 'Spot trading' }), 'the only one that there is').toBeChecked();
    await look(page, 'account-dialog');
    await clean(page, 'the dialog of an account', '[role=dialog]');
    await dialog.getByRole('button', { name: 'Open account' }).click();
    await expect(reserve).toContainText('Tessera · no.');
    await expect(page.getByText('No account is in this group.')).toHaveCount(0);
    await expect(page.getByRole('heading', { name: 'No group' }), 'the others are not of the group above them').toBeVisible();
  });

  const held = desk.getByRole('region', { name: 'Accounts I am authorised for' });
  await test.step('he authorises an observer for it until a day, who has it on his list', async () => {
    await desk.goto('/user?part=accounts');
    await expect(held.getByText('You are not authorised for any account.')).toBeVisible();
    await page.getByRole('button', { name: 'Authorise somebody for account Reserve' }).click();
    await dialog.getByRole('button', { name: 'Authorise', exact: true }).click();
    await expect(dialog.getByText('Cannot be empty')).toBeVisible();
    await choose(dialog.getByRole('combobox', { name: 'User' }), 'observer · Observer');
    await dialog.getByRole('textbox', { name: 'Last day' }).fill('2020-01-31');
    await dialog.getByRole('button', { name: 'Authorise', exact: true }).click();
    await expect(dialog.getByRole('textbox', { name: 'Last day' })).toHaveAccessibleDescription('Choose today or a later day');
    await dialog.getByRole('textbox', { name: 'Last day' }).fill('2098-03-01');
    await look(page, 'authorise-dialog');
    await clean(page, 'the dialog that authorises for an account', '[role=dialog]');
    await dialog.getByRole('button', { name: 'Authorise', exact: true }).click();
    await expect(reserve.getByRole('list', { name: 'Authorised for account Reserve' })).toContainText('Until 2098-03-01');
    await look(page, 'account-authorised');
    await expect(held.getByRole('listitem')).toContainText(
      /trader1.*Reserve.*Tessera · no\. \d+.*See holdings and orders · Read histories.*Until 2098-03-01/,
    );
    await look(desk, 'account-held');
  });

  await test.step('he takes it back, closes the account to orders, and deletes it and its group', async () => {
    await reserve.getByRole('button', { name: 'Revoke access of observer to account Reserve' }).click();
    await expect(held.getByText('You are not authorised for any account.')).toBeVisible();
    const orders = reserve.getByRole('switch', { name: 'Account Reserve takes new orders' });
    await orders.click();
    await expect(orders).not.toBeChecked();
    await expect(reserve).toContainText('Off');
    await reserve.getByRole('button', { name: 'Delete account Reserve' }).click();
    await look(page, 'account-delete');
    await page.getByRole('button', { name: 'Delete', exact: true }).last().click();
    await expect(reserve).toHaveCount(0);
    await page.getByRole('button', { name: 'Delete group Savings' }).click();
    await page.getByRole('button', { name: 'Delete', exact: true }).last().click();
    await expect(page.getByRole('heading', { name: 'Savings' })).toHaveCount(0);
    await look(page, 'accounts-after');
  });

  const given = page.getByRole('list', { name: 'Strategy instances others are authorised for' });
  await test.step('he authorises the observer for one of two instances', async () => {
    await page.getByRole('button', { name: 'Authorise for an instance' }).click();
    await expect(dialog.getByText(/Shown · .* · Running/)).toBeAttached();
    await choose(dialog.getByRole('combobox', { name: 'User' }), 'observer · Observer');
    await look(page, 'instance-dialog');
    await dialog.getByRole('button', { name: 'Authorise', exact: true }).click();
    await expect(dialog).toBeHidden();
    await expect(given.getByText('Shown')).toBeVisible();
    await given.scrollIntoViewIfNeeded();
    await look(page, 'instance-list');
    await clean(page, 'instances');
    expect([await seen(), await observer.call('observerAccounts')]).toEqual([['Shown'], []]);
  });

  const observed = desk.getByRole('grid', { name: 'Observed instances' });
  const shown = observed.getByRole('row', { name: /Shown/ });
  await test.step('the observer sees how it does, times a factor, and what lies behind that', async () => {
    await desk.getByRole('navigation', { name: 'Main menu' }).getByRole('link').first().click();
    await desk.getByRole('tab', { name: 'Observed instances' }).click();
    await expect(shown).toContainText('trader1');
    await expect(observed.getByRole('row', { name: /Hidden/ })).toHaveCount(0);
    await look(desk, 'observed-running');
    const details = desk.getByRole('region', { name: 'Details of Shown' });
    await observed.focus();
    await desk.keyboard.press('ArrowDown');
    await desk.keyboard.press('Enter');
    const position = details.getByRole('table', { name: 'Positions' }).getByRole('row', { name: /^BTC\/USDT.* Long / });
    await expect(position).toBeVisible();
    const factor = desk.getByRole('combobox', { name: 'Factor' });
    /** What it holds, at which price it came in, and what it has paid, at a factor. */
    const figuresAt = async (label: string) => {
      await choose(factor, label);
      await expect(factor).toHaveText(label);
      const [, qty = '', entry = ''] = await position.getByRole('cell').allInnerTexts();
      const fees = await details.locator('dt', { hasText: 'Fees' }).locator('xpath=following-sibling::dd[1]').innerText();
      return [qty, fees, entry].map((text) => Number(text.replaceAll(/[^\d.]/g, '')));
    };
    // It trades meanwhile: both are read again, until no fill has come between them.
    await expect(async () => {
      const [qty = Number.NaN, fees = Number.NaN, entry = Number.NaN] = await figuresAt('× 1');
      expect(qty).toBeGreaterThan(0);
      const [twice = Number.NaN, feesTwice = Number.NaN, sameEntry] = await figuresAt('× 2');
      expect(sameEntry).toBe(entry);
      // Each is rounded by itself, to a lot or a cent.
      expect(Math.abs(twice - 2 * qty)).toBeLessThan(0.000_016);
      expect(Math.abs(feesTwice - 2 * fees)).toBeLessThan(0.016);
    }).toPass({ timeout: 60_000 });
    await look(desk, 'observed-factor');
    await look(desk, 'observed-details');
    await clean(desk, 'observed instances');
    await details.getByRole('button', { name: 'Close the details' }).click();
    await expect(details).toHaveCount(0);
    await desk.getByRole('button', { name: 'Ended' }).click();
    await expect(desk.getByText('You are not authorised for any ended instance.')).toBeVisible();
    await desk.getByRole('button', { name: 'Running' }).click();
    await expect(shown).toBeVisible();
  });

  await test.step('it is taken back, in Chinese', async () => {
    await page.evaluate(([key, value]) => localStorage.setItem(key, value), [languageKey, 'zh-CN'] as const);
    await page.reload();
    await expect(page.getByText('我开放的策略实例').first()).toBeVisible();
    await page.evaluate(() => {
      document.documentElement.dataset.theme = 'light';
    });
    await page.getByText('我开放的策略实例').first().scrollIntoViewIfNeeded();
    await look(page, 'instance-list-zh');
    expect(await sticksOut(page)).toEqual([]);
    await page.getByRole('button', { name: /收回 .* 对实例 Shown/ }).click();
    await expect(page.getByText('您没有开放任何实例。')).toBeVisible();
    expect(await seen()).toEqual([]);
    // Without being asked to look again.
    await expect(desk.getByText(/^You are not authorised for any running instance\./)).toBeVisible();
  });
});
