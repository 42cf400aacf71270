import { expect, test } from '../kit/journey.ts';
import { JourneyServer } from '../kit/journey-server.ts';
import { expectDashboard } from '../kit/sign-in.ts';
import { WorkspaceTabs } from '../kit/workspace-tabs.ts';

let server: JourneyServer;

test.beforeAll(async () => {
  server = await JourneyServer.start();
});
test.afterAll(async () => {
  await server.close();
});

test('who sees a workspace for the first time chooses one, then has the tour, which Escape leaves, which stays away and comes when asked for', async ({
  visitAs,
}) => {
  const { page } = await visitAs(server, 'trader3');
  const title = (name: string) => page.getByRole('dialog', { name, exact: true });
  const choice = page.getByRole('dialog', { name: 'Choose your first workspace' });
  await expect(page.getByRole('button', { name: 'Next', exact: true })).toHaveCount(0);
  await expect(choice).toHaveCount(0);

  await test.step('a person opens the page', async () => {
    // The product shows no tour to a program that drives a browser: here the browser says that nobody does.
    await page.addInitScript(() => Object.defineProperty(navigator, 'webdriver', { get: () => false }));
    await page.reload();
    await expectDashboard(page);
    await expect(choice.getByRole('button', { name: /^Keep this one/ })).toBeFocused();
    await expect(title('Find anything')).toHaveCount(0);
  });

  await test.step('it is offered ready workspaces with their pictures, wholly on the screen, and opens the one that it chooses beside its own', async () => {
    const cards = choice.getByRole('button', { name: /^(Keep this one|Scalper|Swing trader|Arbitrage|Market maker)/ });
    await expect(cards).toHaveCount(5);
    for (const card of await cards.all()) {
      await expect(card).toBeInViewport({ ratio: 1 });
      expect(await card.locator('svg').count()).toBeGreaterThan(2);
    }
    // A slow line: until the chosen workspace stands nothing can be counted.
    await page.route('**/layout/open*', async (route) => {
      await new Promise((resolve) => setTimeout(resolve, 1_500));
      await route.continue();
    });
    await cards.filter({ hasText: 'Swing trader' }).click();
    await expect(choice).toHaveCount(0);
    await new WorkspaceTabs(page).shows(['Trade', 'Swing trader'], 'Swing trader');
    await expect(title('Find anything')).toBeVisible();
    expect(await title('Find anything').textContent()).toContain('1 of 6');
  });

  await test.step('it locks nothing, and every step stands wholly on the screen', async () => {
    const parts = ['Find anything', 'Your workspaces', 'Panels', 'Orders', 'Messages', 'Help'];
    for (const [at, name] of parts.entries()) {
      await expect(title(name)).toContainText(`${at + 1} of ${parts.length}`);
      await expect(title(name)).toBeInViewport({ ratio: 1 });
      if (at < parts.length - 1) await title(name).getByRole('button', { name: 'Next' }).click();
    }
    await expect(page.getByRole('button', { name: 'Next', exact: true })).toHaveCount(0);
  });

  await test.step('Escape leaves it, for good', async () => {
    await page.keyboard.press('Escape');
    await expect(title('Help')).toHaveCount(0);
    await page.reload();
    await expectDashboard(page);
    await expect(page.locator('canvas').first()).toBeVisible();
    await expect(title('Find anything')).toHaveCount(0);
    await expect(choice).toHaveCount(0);
  });

  await test.step('the account menu brings it back, with the keyboard in it', async () => {
    await page.getByRole('button', { name: /^Account: / }).click();
    await page.getByRole('menuitem', { name: /tour/i }).click();
    await expect(title('Find anything').getByRole('button', { name: 'Next' })).toBeFocused();
  });

  await test.step('the keyboard stays in it to its end, which gives it back', async () => {
    const last = title('Help').getByRole('button', { name: 'Done' });
    for (let step = 0; step < 5; step++) await page.keyboard.press('Enter');
    await expect(last).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(title('Help')).toHaveCount(0);
    await expect(page.locator(':focus')).toHaveCount(1);
  });
});

test('Escape keeps the workspace that stands there and leads on to the tour; who does not trade has the tour at once', async ({
  visitAs,
}) => {
  const asPerson = async (username: string) => {
    const { page } = await visitAs(server, username);
    await page.addInitScript(() => Object.defineProperty(navigator, 'webdriver', { get: () => false }));
    await page.reload();
    await expectDashboard(page);
    return {
      page,
      choice: page.getByRole('dialog', { name: 'Choose your first workspace' }),
      tour: page.getByRole('dialog', { name: 'Find anything' }),
    };
  };
  const trader = await asPerson('trader1');
  await expect(trader.choice).toBeVisible();
  await trader.page.keyboard.press('Escape');
  await expect(trader.choice).toHaveCount(0);
  await expect(trader.tour).toBeVisible();
  await new WorkspaceTabs(trader.page).shows(['Trade'], 'Trade');

  const observer = await asPerson('observer');
  await expect(observer.tour).toBeVisible();
  await expect(observer.choice).toHaveCount(0);
});

test('who has a workspace of his own already is offered none, and is told the keys that he gave to the search', async ({ visitAs }) => {
  const { page } = await visitAs(server, 'trader2');
  await test.step('he has worked before', async () => {
    const tabs = new WorkspaceTabs(page);
    await tabs.open('New workspace');
    await tabs.name('Mine');
    await tabs.saved();
    await page.getByRole('button', { name: 'Search or run' }).focus();
    await page.keyboard.press('?');
    await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).getByRole('button', { name: 'Change…' }).click();
    const editor = page.getByRole('dialog', { name: 'Change keyboard shortcuts' });
    await editor.getByRole('button', { name: /^Open the command palette: / }).click();
    const saved = page.waitForResponse((response) => response.url().endsWith('/config/save'));
    await page.keyboard.press('Alt+Shift+S');
    await page.keyboard.press('Escape');
    await saved;
  });

  await page.addInitScript(() => Object.defineProperty(navigator, 'webdriver', { get: () => false }));
  await page.reload();
  await expectDashboard(page);
  const tour = page.getByRole('dialog', { name: 'Find anything' });
  await expect(tour.or(page.getByRole('dialog', { name: 'Choose your first workspace' }))).toBeVisible();
  await expect(tour).toContainText('From anywhere with Alt+Shift+S.');
});
