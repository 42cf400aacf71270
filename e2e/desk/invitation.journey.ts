import type { Page } from '@playwright/test';
import { clean } from '../kit/axe.ts';
import { choose } from '../kit/choose.ts';
import { expect, test } from '../kit/journey.ts';
import { JourneyServer } from '../kit/journey-server.ts';
import { look } from '../kit/look.ts';
import { laptop, phone, readsWell } from '../kit/reads-well.ts';
import { expectDashboard, SignInPage } from '../kit/sign-in.ts';

/** Sizes, themes and languages of two pages are looked at. */
test.setTimeout(300_000);

let server: JourneyServer;
test.beforeAll(async () => {
  server = await JourneyServer.start();
});
test.afterAll(() => server.close());

const address = 'ann.lee@people.example';
const desk = [laptop, [2560, 1440, 'light']] as const;

/** What the newest letter to the address leads to, as an administrator reads it in the outbox. */
async function linkToldBy(admin: Page): Promise<string> {
  await admin.goto('/admin/outbox?kind=invitation&state=WAITING');
  await admin.getByRole('grid', { name: 'Outbox' }).getByRole('row').filter({ hasText: address }).first().dblclick();
  const card = admin.getByRole('complementary', { name: 'Message' });
  await card.getByRole('button', { name: 'Show text' }).click();
  const words = card.getByRole('region', { name: 'Text' });
  await expect(words).toContainText('#invitation=');
  return /https?:\S+#invitation=[\w-]{43}/.exec((await words.textContent()) ?? '')?.[0] ?? 'none';
}

test('an administrator invites an observer, whose letter waits in the outbox; he comes by its link, chooses name and password, and is one', async ({
  visit,
  visitAs,
}) => {
  const { page: admin } = await visitAs(server, 'admin');
  const dialog = admin.getByRole('dialog');
  const list = admin.getByRole('grid', { name: 'Open invitations' });
  const row = list.getByRole('row').filter({ hasText: address });
  await admin.setViewportSize({ width: 1366, height: 768 });

  await test.step('he is invited, and by which way the letter goes is said', async () => {
    await admin.goto('/admin/users');
    await admin.getByRole('button', { name: 'Invite' }).click();
    await dialog.getByRole('button', { name: 'Send invitation' }).click();
    await expect(dialog.getByRole('textbox', { name: 'Email or phone' })).toHaveAccessibleDescription(
      /Enter an email address or a phone number/,
    );
    await dialog.getByRole('textbox', { name: 'Email or phone' }).fill('trader1@');
    await expect(dialog.getByText('Please enter the correct email address')).toBeVisible();
    await dialog.getByRole('textbox', { name: 'Email or phone' }).fill(address);
    await expect(dialog.getByText('No mail server is set: the letter waits in the outbox')).toBeVisible();
    await choose(dialog.getByRole('combobox', { name: 'Role' }), 'Observer');
    await choose(dialog.getByRole('combobox', { name: 'VIP level' }), 'VIP 2');
    await dialog.getByRole('textbox', { name: 'Reason' }).fill('watches our risk');
    await look(admin, 'invite');
    await clean(admin, 'the dialog to invite');
    await dialog.getByRole('button', { name: 'Send invitation' }).click();
    await expect(admin.getByText(`the invitation to ${address} waits in the outbox`, { exact: false })).toBeVisible();
    await admin.getByRole('tab', { name: 'Invitations (1)' }).click();
    await expect(row).toContainText('Observer');
    await expect(row).toContainText('In the outbox');
    await clean(admin, 'open invitations');
    await readsWell(admin, 'invitations', admin.url(), 'h1', desk);
  });

  const first = await linkToldBy(admin);

  await test.step('it is sent again: the first link is dead', async () => {
    await admin.goto('/admin/users?part=invitations');
    await row.hover();
    await row.getByRole('button', { name: 'Send again' }).click();
    await dialog.getByRole('textbox', { name: 'Reason' }).fill('it was lost');
    await look(admin, 'resend');
    await dialog.getByRole('button', { name: 'Send again' }).click();
    await expect(dialog).toBeHidden();
    const { page, errors } = await visit(server);
    errors.expect(/status of 404/);
    await page.goto(first);
    await expect(page.getByText('This invitation is not good any more. Ask whoever invited you for a new one.')).toBeVisible();
    await look(page, 'over');
    await page.close();
  });

  const link = await linkToldBy(admin);
  await admin.goto('/admin/users?part=invitations');
  await expect(row).toBeVisible();

  await test.step('he comes by the link', async () => {
    const { page, errors } = await visit(server);
    errors.expect(/status of 409/);
    await page.goto(link);
    await expect(page.getByText('You are invited as Observer by Tessera. Choose a user name and a password.')).toBeVisible();
    await readsWell(page, 'invited', page.url(), 'h1', [...desk, phone]);
    const field = (name: string) => page.getByRole('textbox', { name, exact: true });
    await expect(field('Email')).toHaveValue(address);
    await expect(field('Email')).not.toBeEditable();
    await clean(page, 'the page of an invitation');
    await page.getByRole('button', { name: 'Create account' }).click();
    await expect(field('User name')).toHaveAccessibleDescription(/A user name has 3 to 32 letters/);
    await field('User name').fill('trader1');
    await field('Password').fill('quiet-Harbour-74');
    await field('Password again').fill('quiet-Harbour-74');
    await page.getByRole('checkbox', { name: 'I accept the terms of use.' }).check();
    await page.getByRole('button', { name: 'Create account' }).click();
    await expect(field('User name')).toHaveAccessibleDescription('Somebody has this already');
    await field('User name').fill('ann.lee');
    await page.getByRole('button', { name: 'Create account' }).click();
    await expect(page.getByRole('heading', { name: 'Your account has been created' })).toBeVisible();
    await page.getByRole('link', { name: 'Sign in' }).click();
    await new SignInPage(page).send({ username: 'ann.lee', password: 'quiet-Harbour-74' });
    await expectDashboard(page);
    await page.goto(link);
    await expect(page.getByText('ann.lee is signed in here.', { exact: false })).toBeVisible();
  });

  await test.step('the open list is empty by itself, and she stands among the users as what she was invited as', async () => {
    await expect(admin.getByText('There are no open invitations.')).toBeVisible();
    await admin.getByRole('tab', { name: 'Users' }).click();
    const ann = admin.getByRole('grid', { name: 'Users' }).getByRole('row', { name: /ann\.lee/ });
    await expect(ann).toContainText('Observer');
    await expect(ann).toContainText('VIP 2');
    await ann.click();
    const card = admin.getByRole('complementary', { name: 'User' });
    await card.getByText('History', { exact: true }).click();
    await expect(card.getByText('Invitation accepted')).toBeVisible();
    await expect(card.getByText('Invited by: admin')).toBeVisible();
    await look(admin, 'history');
  });

  await test.step('another is revoked', async () => {
    await admin.getByRole('button', { name: 'Invite' }).click();
    await dialog.getByRole('textbox', { name: 'Email or phone' }).fill('+852 5555 0101');
    await dialog.getByRole('textbox', { name: 'Reason' }).fill('a colleague');
    await dialog.getByRole('button', { name: 'Send invitation' }).click();
    await admin.getByRole('tab', { name: 'Invitations (1)' }).click();
    const other = list.getByRole('row').filter({ hasText: '+85255550101' });
    await other.hover();
    await other.getByRole('button', { name: 'Revoke' }).click();
    await dialog.getByRole('textbox', { name: 'Reason' }).fill('a wrong number');
    await look(admin, 'revoke');
    await dialog.getByRole('button', { name: 'Revoke' }).click();
    await expect(admin.getByText('There are no open invitations.')).toBeVisible();
  });
});
