import { readFileSync } from 'node:fs';
import { httpBase, routes } from '../../schemas/wire/index.ts';
import { HttpClient, solved } from '../../tests/kit/servers/http-client.ts';
import { seriousFindings } from '../kit/axe.ts';
import { choose } from '../kit/choose.ts';
import { expect, test } from '../kit/journey.ts';
import { JourneyServer } from '../kit/journey-server.ts';
import { look } from '../kit/look.ts';

let server: JourneyServer;
test.beforeAll(async () => {
  server = await JourneyServer.start();
});
test.afterAll(() => server.close());

const contact = {
  ...{ firstName: 'Ann', lastName: 'Lee', email: 'ann.lee@fund.example', telegram: '@annlee', company: '<b>Lee</b> Capital' },
  ...{ position: '', interest: 'market maker', business: 'hedge fund', assetRange: '10M-100M', country: 'Singapore' },
};
const resume = '%PDF-1.7\n1 0 obj <</OpenAction <</S /JavaScript>>>> endobj\n%%EOF\n';

const answer = async (): Promise<URLSearchParams> => {
  const guest = new HttpClient(server.url);
  return new URLSearchParams(await solved(await guest.call('formCaptcha')));
};
async function sendContact(): Promise<void> {
  const headers = { 'content-type': 'application/json' };
  const body = JSON.stringify(contact);
  await fetch(`${server.url}${httpBase}${routes.contactSend.path}?${await answer()}`, { method: 'POST', headers, body });
}
async function apply(): Promise<void> {
  const body = new FormData();
  const typed = {
    job: 'engineer',
    name: '王芳',
    phone: '+852 5555 0101',
    email: 'wang@mail.example',
    coverLetter: 'Dear all,\n\nI build engines.',
  };
  for (const [field, value] of Object.entries({ ...typed, githubUrl: 'https://git.example/wang' })) body.append(field, value);
  body.append('resume', new Blob([resume]), '简历.pdf');
  await fetch(`${server.url}${httpBase}${routes.careerSend.path}?${await answer()}`, { method: 'POST', body });
}

test('an administrator hears of letters, finds one, works on it, saves its file, and deletes it', async ({ visitAs }) => {
  const { page } = await visitAs(server, 'admin');
  await page.setViewportSize({ width: 1366, height: 768 });
  await page.getByRole('navigation', { name: 'Main menu' }).getByRole('button', { name: 'Admin' }).click();
  await page.getByRole('menuitem', { name: 'Inbox' }).click();
  await expect(page.getByText('No enquiries or applications yet.')).toBeVisible();
  await look(page, 'empty');

  await sendContact();
  await apply();
  const list = page.getByRole('grid', { name: 'Inbox' });
  await expect(list.getByRole('row')).toHaveCount(3);
  await expect(page.getByText('A new job application has arrived.')).toBeVisible();
  await look(page, 'list');

  await page.getByRole('textbox', { name: 'Search in all fields and notes' }).fill('简历');
  await expect(list.getByRole('row')).toHaveCount(2);
  await list.focus();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  const letter = page.getByRole('complementary', { name: 'Letter' });
  await expect(letter.getByText('I build engines.')).toBeVisible();
  await expect(letter.getByText('JavaScript, which a reader may run')).toBeVisible();
  expect(await seriousFindings(page)).toEqual([]);
  await look(page, 'application');
  const saving = page.waitForEvent('download');
  await letter.getByRole('button', { name: 'Save file' }).click();
  const file = await saving;
  expect([file.suggestedFilename(), readFileSync(await file.path(), 'utf8')]).toEqual(['简历.pdf', resume]);

  await choose(letter.getByRole('combobox', { name: 'State' }), 'In progress');
  await letter.getByRole('textbox', { name: /^New note/ }).fill('Call on Monday');
  await page.keyboard.press('Control+Enter');
  await expect(letter.getByRole('listitem').filter({ hasText: 'Call on Monday' })).toContainText('admin');
  await expect(list.getByRole('row', { name: /王芳/ })).toContainText('In progress');

  await page.getByRole('textbox', { name: 'Search in all fields and notes' }).fill('');
  await list.getByRole('row', { name: /Ann Lee/ }).click();
  await expect(letter.getByText('<b>Lee</b> Capital')).toBeVisible();
  for (const theme of ['dark', 'light'] as const) {
    await page.evaluate((name) => document.documentElement.setAttribute('data-theme', name), theme);
    await look(page, `contact-${theme}`);
  }
  await letter.getByRole('button', { name: 'Delete letter' }).click();
  await page.getByRole('button', { name: 'Delete', exact: true }).click();
  await expect(list.getByRole('row')).toHaveCount(2);

  const days = page.getByRole('textbox', { name: 'Keep for' });
  await days.fill('0');
  await expect(page.getByText('A whole number from 1 to 3650')).toBeVisible();
  await days.fill('365');
  await days.press('Enter');
  await expect(page.getByText('Letters are kept for 365 days from now on.')).toBeVisible();

  const exporting = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export CSV' }).click();
  expect(readFileSync(await (await exporting).path(), 'utf8')).toContain('Call on Monday');

  await page.setViewportSize({ width: 390, height: 844 });
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)).toBe(true);
  await look(page, 'phone-list');
  await list.getByRole('row', { name: /王芳/ }).click();
  await expect(letter.getByText('I build engines.')).toBeVisible();
  await look(page, 'phone-letter');
  await letter.getByRole('button', { name: 'Close the letter' }).click();
  await expect(list).toBeVisible();
  await page.setViewportSize({ width: 2560, height: 1440 });
  await list.getByRole('row', { name: /王芳/ }).click();
  await look(page, 'wide');
});
