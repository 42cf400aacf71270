import { Buffer } from 'node:buffer';
import { resumeLimitMb } from '../../core/domain/forms/career-form.ts';
import { clean } from '../kit/axe.ts';
import { expect, test } from '../kit/journey.ts';
import { JourneyServer } from '../kit/journey-server.ts';
import { refuse } from '../kit/refuse.ts';

let server: JourneyServer;

test.beforeAll(async () => {
  server = await JourneyServer.start();
});
test.afterAll(async () => {
  await server.close();
});

const html = '<img src=x onerror=alert(1)> & "Sons"';
const contact: readonly string[] = ['Ann', html, 'ann@fund.example', '@ann', 'Lee Capital', 'Partner'];
const choices: readonly string[] = ['Market maker', 'Hedge fund', '10M-100M', 'Singapore'];
const resumeOf = (name: string, content: string, bytes = content.length) => ({
  name,
  mimeType: 'application/pdf',
  buffer: Buffer.concat([Buffer.from(content), Buffer.alloc(bytes - content.length)]),
});
const pdf = '%PDF-1.7\n%%EOF\n';

test('somebody writes to the house by the keyboard alone, over a reload and a lost answer', async ({ visit }) => {
  const { page, errors } = await visit(server);
  await page.goto('/contact-us');
  await expect(page.getByText('What you send is deleted after 180 days.')).toBeVisible();
  const first = page.getByLabel('First name');
  await first.focus();
  await page.keyboard.press('Enter');
  await expect(first).toBeFocused();
  await expect(page.getByText('Cannot be empty', { exact: true })).toHaveCount(8);
  await expect(page.getByText('Email address cannot be empty')).toBeVisible();
  await expect(first).toHaveAccessibleDescription('Cannot be empty');
  await clean(page, 'the contact form with all that can be wrong');

  for (const text of contact) {
    await page.keyboard.type(text);
    await page.keyboard.press('Tab');
  }
  for (const text of choices) {
    await page.keyboard.type(text);
    await page.keyboard.press('Tab');
  }
  await expect(page.locator('[aria-invalid]')).toHaveCount(0);
  await page.reload();
  await expect(page.getByLabel('Last name')).toHaveValue(html);
  await expect(page.getByLabel('Country or region')).toHaveValue('Singapore');

  // The server has it; the answer gets lost on its way.
  errors.expect(/ERR_FAILED/);
  await page.route('**/base/contact?*', async (route) => {
    await route.fetch();
    await route.abort();
  });
  const send = page.getByRole('button', { name: 'Submit' });
  await send.focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('alert')).toContainText('No answer from the server');
  await page.unroute('**/base/contact?*');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('region', { name: 'Submission successful' })).toBeFocused();
  await expect(page.getByText('Your message has been successfully submitted!')).toBeVisible();
  await page.reload();
  await expect(first).toHaveValue('');
});

test('an application goes from the page of a job to the house, past every resume that is none', async ({ visit }) => {
  const { page, errors } = await visit(server);
  errors.expect(/status of 422/);
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/about-career');
  await page.getByRole('link', { name: /^Trader/ }).click();
  await expect(page.getByRole('heading', { name: 'What you will do' })).toBeVisible();
  await clean(page, 'the page of a job');
  await page.getByRole('link', { name: 'Apply for this job' }).click();
  await expect(page.getByLabel('Job')).toHaveValue('trader');
  await clean(page, 'the application form');
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);

  const resume = page.getByLabel('Resume/CV');
  const send = page.getByRole('button', { name: 'Submit application' });
  const fault = page.locator('[data-fault="resume"]');
  await page.getByLabel('Name').fill('Bo Chan');
  await page.getByLabel('Phone').fill('call me');
  await page.getByLabel('Email').fill('bo@mail');
  await send.click();
  await expect(page.getByText('Please enter a valid phone number')).toBeVisible();
  await expect(page.getByText('Please enter the correct email address')).toBeVisible();
  await expect(fault).toHaveText('Resume/CV cannot be empty');
  await page.getByLabel('Phone').fill('+852 5555 0101');
  await page.getByLabel('Email').fill('bo@mail.example');
  await page.getByLabel('Cover letter').fill(html);
  for (const [file, sentence] of [
    [resumeOf('cv.pdf', ''), 'Resume/CV cannot be empty'],
    [resumeOf('cv.png', 'PNG'), 'Resume/CV must be a .pdf or .doc file'],
    [resumeOf('cv.pdf', pdf, resumeLimitMb * 1024 ** 2 + 1), 'Resume file is too large, limit is 10MB'],
  ] as const) {
    await resume.setInputFiles(file);
    await expect(fault).toHaveText(sentence);
  }
  // By its bytes it is a program, which only the server sees.
  const dropped = await page.evaluateHandle(() => {
    const data = new DataTransfer();
    data.items.add(new File(['MZ program'], 'dropped.pdf'));
    return data;
  });
  await page.locator('[data-part="drop"]').dispatchEvent('drop', { dataTransfer: dropped });
  await expect(page.getByText('dropped.pdf')).toBeVisible();
  await expect(fault).toBeEmpty();
  await send.click();
  await expect(fault).toHaveText('Resume/CV must be a .pdf or .doc file');
  await expect(resume).toBeFocused();

  await test.step('a house that fails says whom to turn to, and what was typed stays', async () => {
    errors.expect(/status of 500/);
    await resume.setInputFiles(resumeOf('cv.pdf', pdf));
    const allow = await refuse(page, '**/base/application/career?*', 'SUBMISSION_FAILED');
    await send.click();
    const alert = page.getByRole('alert');
    await expect(alert).toContainText('Submission failed');
    await expect(alert).toContainText('Failed to submit application form. Please contact the administrator.');
    await expect(page.getByLabel('Name')).toHaveValue('Bo Chan');
    await expect(page.getByText('cv.pdf')).toBeVisible();
    await clean(page, 'an application that failed');
    await allow();
  });

  const line = await page.context().newCDPSession(page);
  const throttle = (uploadThroughput: number) =>
    line.send('Network.emulateNetworkConditions', { offline: false, latency: 0, downloadThroughput: -1, uploadThroughput });
  await throttle(1_000_000);
  await resume.setInputFiles(resumeOf('cv.pdf', pdf, 9_000_000));
  await send.click();
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect(page.getByRole('alert')).toContainText('Sending was canceled');
  await throttle(-1);
  await page.getByRole('button', { name: 'Take the file away' }).click();
  await resume.setInputFiles(resumeOf('cv.pdf', `${pdf}<script>alert(1)</script>${pdf}`));
  await send.click();
  await expect(page.getByRole('region', { name: 'Submission successful' })).toBeFocused();
  await expect(page.getByText('Your application form has been successfully submitted!')).toBeVisible();
});
