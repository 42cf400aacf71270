import { userKey } from '../../core/client/connection/session-storage.ts';
import { HttpClient } from '../../tests/kit/servers/http-client.ts';
import { seriousFindings } from '../kit/axe.ts';
import { choose } from '../kit/choose.ts';
import { expect, test } from '../kit/journey.ts';
import { JourneyServer } from '../kit/journey-server.ts';
import { look } from '../kit/look.ts';
import { SignInPage, signIn } from '../kit/sign-in.ts';

const refusedLogin = /status of 401 .*\/sapi\/user\/login/;

let server: JourneyServer;

test.beforeAll(async () => {
  server = await JourneyServer.start();
});
test.afterAll(async () => {
  await server.close();
});

test('a guest who wants the dashboard signs in first, and is then kept away from the login page', async ({ visit }) => {
  const { page } = await visit(server);
  await page.goto('/dashboard');
  await expect(page).toHaveURL(/\/login$/);
  await expect(page.getByText('Please Login', { exact: true })).toBeVisible();
  await look(page, 'please-login');
  await new SignInPage(page).send(server.account('trader0'));
  await expect(page).toHaveURL(/\/dashboard$/);

  await page.goto('/login');
  await expect(page).toHaveURL(/\/dashboard$/);
  await page.goto('/home');
  await page.getByRole('main').getByRole('link', { name: 'Open workspace' }).click();
  await expect(page).toHaveURL(/\/dashboard$/);
});

for (const [who, path, title] of [
  ['finance_manage', '/finance', 'Finance'],
  ['asset', '/assets-overview', 'Assets'],
  ['risk', '/risk', 'Risk'],
  ['observer', '/dashboard', 'Trade'],
] as const) {
  test(`the role ${who} comes to its own work, which stands first in the navigation, and keeps its workspaces beside it`, async ({
    visit,
  }) => {
    const { page } = await visit(server);
    await page.goto('/login');
    await new SignInPage(page).send(server.account(who));
    await expect(page).toHaveURL(new RegExp(`${path}$`));
    const first = page.getByRole('navigation', { name: 'Main menu' }).locator('a, button').first();
    await expect(first).toHaveText(title);
    await expect(first).toHaveAttribute('aria-current', 'page');
    await look(page, `start-${who}`);
    await page.goto('/setup');
    await page.getByRole('link', { name: 'Tessera', exact: true }).click();
    await expect(page).toHaveURL(new RegExp(`${path}$`));
    await page.goto('/home');
    await page.getByRole('main').getByRole('link', { name: 'Open workspace' }).click();
    await expect(page).toHaveURL(new RegExp(`${path}$`));
    // Whoever follows a link goes there.
    await page.goto('/dashboard');
    await expect(page.getByRole('navigation', { name: 'Main menu' })).toBeVisible();
    await expect(page).toHaveURL(/\/dashboard$/);
  });
}

test('a guest at a link into the product signs in by the page that has no access for him, and comes to the place that he asked for', async ({
  visit,
}) => {
  const { page } = await visit(server);
  await page.goto('/admin/users?search=trader#list');
  await expect(page).toHaveURL(/\/error\?error=403$/);
  await expect(page.getByRole('heading', { name: 'No access' })).toBeVisible();
  await look(page, 'no-access-guest');
  await page.getByRole('main').getByRole('link', { name: 'Sign in' }).click();
  await expect(page).toHaveURL(/\/login$/);
  await new SignInPage(page).send(server.account('admin'));
  await expect(page).toHaveURL(/\/admin\/users\?search=trader/);
});

test('who signs out at a page of his own leads nobody there who signs in after him', async ({ visit }) => {
  // A session of its own: it ends here, and others go on with theirs.
  const { page } = await visit(server);
  await page.goto('/login');
  await new SignInPage(page).send(server.account('admin'));
  await expect(page).toHaveURL(`${server.url}/dashboard`);
  await page.goto('/admin/users?search=trader');
  await page.getByRole('button', { name: /^Account: / }).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await expect(page).toHaveURL(/\/(error\?error=403|login|home)/);
  await page.goto('/login');
  await new SignInPage(page).send(server.account('admin'));
  await expect(page).toHaveURL(`${server.url}/dashboard`);
});

test('no address and nothing that a tab was made to remember leads out of the product by a sign-in', async ({ visit }) => {
  for (const place of ['//evil.example/', '/\\evil.example/', 'https://evil.example/', 'javascript:alert(1)', '/.//evil.example/']) {
    const { page } = await visit(server);
    const asked = encodeURIComponent(place);
    await page.goto(`/login?to=${asked}&next=${asked}&returnTo=${asked}`);
    await page.evaluate((text) => sessionStorage.setItem('asked-place', text), place);
    await new SignInPage(page).send(server.account('trader0'));
    await expect(page).toHaveURL(`${server.url}/dashboard`);
  }
});

test('the card keeps its height whatever the device calculates, in each language', async ({ visit }) => {
  const { page } = await visit(server);
  let letThrough: () => void = () => undefined;
  const held = new Promise<void>((resolve) => {
    letThrough = resolve;
  });
  await page.route('**/captcha/generate*', async (route) => {
    await held;
    await route.continue();
  });
  await page.goto('/login');
  const card = page.locator('form');
  const heights = new Set<number | undefined>();
  for (const language of ['English', '简体中文', '繁體中文']) {
    await choose(page.getByRole('combobox'), language);
    heights.add((await card.boundingBox())?.height);
  }
  await choose(page.getByRole('combobox'), 'English');
  const form = new SignInPage(page);
  await form.account.fill('trader0');
  await expect(form.work).toHaveText('Checking this device…');
  heights.add((await card.boundingBox())?.height);
  letThrough();
  await expect(form.work).toHaveText('This device has been checked.');
  heights.add((await card.boundingBox())?.height);
  expect(heights.size).toBe(1);
});

test('what is missing or wrong is said beside its field, nothing that was typed is lost, and there is nothing to solve', async ({
  visit,
}) => {
  const { page, errors } = await visit(server);
  errors.expect(refusedLogin);
  const form = new SignInPage(page);
  const account = server.account('trader0');
  await page.goto('/login');
  await expect(form.account).toBeFocused();

  await form.submit.click();
  await expect(form.account).toHaveAccessibleDescription('Enter your email, phone or user name');
  await expect(form.password).toHaveAccessibleDescription('Enter your password');

  await form.send({ ...account, password: 'not-the-password' });
  await expect(form.password).toHaveAccessibleDescription('Wrong user name or password');
  await expect(form.account).toHaveValue(account.username);
  await expect(form.password).toHaveValue('not-the-password');

  // By keyboard alone: two fields, and the key that sends them.
  await form.account.focus();
  await page.keyboard.press('Tab');
  await expect(form.password).toBeFocused();
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.type(account.password);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/dashboard$/);
});

test('whom strangers guess at comes in from a new network after a longer calculation, of which the page tells', async ({ visit }) => {
  const { page, errors } = await visit(server);
  errors.expect(refusedLogin);
  const account = server.account('trader3');
  // As if they had: what is asked for then is the server's own.
  let isFirst = true;
  await page.route('**/user/login?*', async (route) => {
    if (!isFirst) return route.continue();
    isFirst = false;
    const body = { code: 40108, data: null, msg: '', params: { effort: 5 } };
    await route.fulfill({ status: 401, json: body });
  });
  const harder = page.waitForRequest('**/captcha/generate?effort=5');
  await page.goto('/login');
  await new SignInPage(page).send(account);
  await harder;
  await expect(page).toHaveURL(/\/dashboard$/);
});

test('signing out ends the session in every tab of the browser', async ({ visit }) => {
  const { page } = await visit(server);
  await signIn(page, server.account('trader1'));
  const other = await page.context().newPage();
  await other.goto('/setup');
  await expect(other.getByRole('heading', { name: 'Settings' })).toBeVisible();

  await test.step('the browser keeps the session and what the page looks like, and nothing of money, orders or passwords', async () => {
    const { username, password } = server.account('trader1');
    const trader = new HttpClient(server.url);
    await trader.signIn(username, password);
    const held = (await trader.call('balances', { query: {} })).map(({ total }) => total).filter((total) => total.length > 3);
    expect(held.length).toBeGreaterThan(0);
    const kept = await page.evaluate(async () => ({
      stored: JSON.stringify([{ ...localStorage }, { ...sessionStorage }]),
      databases: (await indexedDB.databases()).map(({ name }) => name),
      caches: await caches.keys(),
    }));
    expect(kept.stored).toContain('trader1');
    for (const one of [password, ...held]) expect(kept.stored).not.toContain(one);
    expect([kept.databases, kept.caches, await page.context().cookies()]).toEqual([[], [], []]);
  });

  await page.getByRole('button', { name: /^Account: / }).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await expect(page).toHaveURL(/\/login$/);
  await expect(other).toHaveURL(/\/login$/);
  await expect.poll(() => page.evaluate((key) => localStorage.getItem(key), userKey)).toBeNull();

  await page.goto('/dashboard');
  await expect(page).toHaveURL(/\/login$/);

  await test.step('the form takes what is pasted into it, and says to managers of passwords what it asks for', async () => {
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    const { username, password } = server.account('trader1');
    const form = new SignInPage(page);
    for (const [field, text, asked] of [
      [form.account, username, 'username'],
      [form.password, password, 'current-password'],
    ] as const) {
      await expect(field).toHaveAttribute('autocomplete', asked);
      await page.evaluate((copied) => navigator.clipboard.writeText(copied), text);
      await field.focus();
      await page.keyboard.press('ControlOrMeta+v');
      await expect(field).toHaveValue(text);
    }
    await form.submit.click();
    await expect(page).toHaveURL(/\/dashboard$/);
  });
});

test('a page whose session has ended is kept as it was, hidden, until its person has signed in again', async ({ visitAs }) => {
  const { page, errors } = await visitAs(server, 'trader2');
  errors.expect(/401|WebSocket/);
  await page.setViewportSize({ width: 1366, height: 768 });
  await page.goto('/apikeys');
  await page.getByRole('button', { name: 'New API key' }).click();
  const form = page.getByRole('form', { name: 'New API key' });
  await form.getByLabel('Name').fill('Night bot');
  const account = server.account('trader2');
  await form.getByLabel('Your password').fill(account.password);
  const cover = page.getByRole('dialog', { name: 'Your session has ended' });

  await test.step('another device ends all others', async () => {
    const elsewhere = new HttpClient(server.url);
    await elsewhere.signIn(account.username, account.password);
    await elsewhere.call('securitySessionsEnd', { body: {} });
    await expect(cover.getByLabel('Password')).toBeFocused();
    expect(await seriousFindings(page)).toEqual([]);
    await look(page, 'session-ended');
    await page.keyboard.press('Escape');
    await expect(cover).toBeVisible();
  });

  await test.step('the same person goes on where he was, with what he had typed', async () => {
    await expect(cover.getByLabel('Email, phone or user name')).toHaveValue('trader2');
    await cover.getByLabel('Password').fill('not it');
    await cover.getByRole('button', { name: 'Sign in', exact: true }).click();
    await expect(cover.getByText('Wrong user name or password')).toBeVisible();
    await cover.getByLabel('Password').fill(account.password);
    await page.keyboard.press('Enter');
    await expect(cover).toBeHidden();
    await expect(form.getByLabel('Name')).toHaveValue('Night bot');
    await form.getByLabel('Name').press('Enter');
    await expect(page.getByRole('region', { name: '“Night bot” is made' })).toBeVisible();
  });

  await test.step('or leaves it, and the page for signing in says why it is there', async () => {
    const elsewhere = new HttpClient(server.url);
    await elsewhere.signIn(account.username, account.password);
    await elsewhere.call('securitySessionsEnd', { body: {} });
    await cover.getByRole('button', { name: 'Leave the page' }).click();
    await expect(page).toHaveURL(/\/login$/);
    await expect(page.getByText('Not Logged In. Your session has ended, please log in again')).toBeVisible();
  });
});

test('a session that the server does not know ends at the login page', async ({ visit }) => {
  const { page, errors } = await visit(server);
  errors.expect(/status of 401 /);
  await page.goto('/home');
  const stranger = { token: 'x'.repeat(43), username: 'trader0', role: 'user', vip_level: 3, invite_code: 'none' };
  await page.evaluate(([key, user]) => localStorage.setItem(key, user), [userKey, JSON.stringify(stranger)] as const);
  await page.goto('/dashboard');
  await expect(page).toHaveURL(/\/login$/);
  await expect(new SignInPage(page).submit).toBeVisible();
});

test('an unknown address leads to 404, an admin page to 403 for a trader, each with its way back', async ({ visit, visitAs }) => {
  const guest = await visit(server);
  await guest.page.goto('/no/such/page');
  await expect(guest.page).toHaveURL(/\/error\?error=404$/);
  await expect(guest.page.getByRole('heading', { name: 'Page not found' })).toBeVisible();
  await guest.page.getByRole('link', { name: 'To the home page' }).click();
  await expect(guest.page).toHaveURL(/\/home$/);

  const trader = await visitAs(server, 'trader0');
  await trader.page.goto('/admin/plugins');
  await expect(trader.page).toHaveURL(/\/error\?error=403$/);
  await expect(trader.page.getByRole('heading', { name: 'No access' })).toBeVisible();
  await trader.page.getByRole('link', { name: 'To the workspace' }).click();
  await expect(trader.page).toHaveURL(/\/dashboard$/);
});

test('each page names the window in the language of the user', async ({ visit, visitAs }) => {
  const guest = await visit(server);
  for (const [path, title] of [
    ['/', 'Market making, asset management and advisory · Tessera'],
    ['/index.html', 'Market making, asset management and advisory · Tessera'],
    ['/login', 'Sign in · Tessera'],
    ['/error?error=404', 'Page not found · Tessera'],
    ['/error?error=403', 'No access · Tessera'],
  ] as const) {
    await guest.page.goto(path);
    await expect(guest.page).toHaveTitle(title);
  }
  await guest.page.locator('summary', { hasText: 'English' }).click();
  await guest.page.getByRole('link', { name: '简体中文' }).click();
  await expect(guest.page).toHaveTitle('无权访问 · Tessera');

  const admin = await visitAs(server, 'admin');
  await expect(admin.page).toHaveTitle('Trade · Tessera');
  const menu = admin.page.getByRole('navigation', { name: 'Main menu' });
  await menu.getByRole('link', { name: 'Settings' }).click();
  await expect(admin.page).toHaveTitle('Settings · Tessera');
  await menu.getByRole('button', { name: 'Admin' }).click();
  await admin.page.getByRole('menuitem', { name: 'Plugins' }).click();
  await expect(admin.page).toHaveTitle('Plugins · Tessera');
});

test('each navigation starts at the top of the page', async ({ visit }) => {
  const { page } = await visit(server);
  await page.setViewportSize({ width: 1366, height: 320 });
  await page.goto('/home');
  await page.getByRole('heading', { name: 'Advisory' }).scrollIntoViewIfNeeded();
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBeGreaterThan(100);
  // By keyboard: a click would scroll up to the link by itself.
  await page
    .getByRole('banner')
    .getByRole('link', { name: 'Sign in' })
    .evaluate((link) => link.focus({ preventScroll: true }));
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/login$/);
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(0);
});

test('the root font is the width of the window over 19.2, and follows it', async ({ visit }) => {
  const { page } = await visit(server);
  const rootFont = () => page.evaluate(() => Number.parseFloat(getComputedStyle(document.documentElement).fontSize));
  await page.setViewportSize({ width: 1920, height: 900 });
  await page.goto('/home');
  await expect.poll(rootFont).toBe(100);
  for (const width of [1366, 2560, 390]) {
    await page.setViewportSize({ width, height: 900 });
    await expect.poll(rootFont).toBeCloseTo(width / 19.2, 3);
  }
});
