import { act } from 'react';
import { MemoryRouter } from 'react-router-dom';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { FakeTimers } from '../../../core/client/testing/fake-timers.ts';
import { AppError } from '../../../core/contract/app-error.ts';
import type { ErrorCode } from '../../../core/contract/error-catalogue.ts';
import texts from '../../../locales/en/account.json' with { type: 'json' };
import { type Rendered, render } from '../../../tests/kit/render.tsx';
import { RegisterPage } from './register-page.tsx';
import { ResetPage } from './reset-page.tsx';

type Refusal = readonly [ErrorCode, object?] | 'OK';
/** Invitation codes that somebody has. */
const known = ['0A1B2C3D4E'];

let page: Rendered;
let timers: FakeTimers;
/** Calls that were made, but for the tasks. */
let sent: { readonly path: string; readonly query: Readonly<Record<string, string>>; readonly body: unknown }[];
/** What the server says to the next ones. */
let replies: Refusal[];
let tasks: number;

beforeEach(() => {
  timers = new FakeTimers();
  [sent, replies, tasks] = [[], [], 0];
  vi.stubGlobal('fetch', async (address: string, { body }: { readonly body?: string } = {}) => {
    const { pathname, searchParams } = new URL(address, 'http://localhost');
    if (pathname.endsWith('/captcha/task')) {
      const data = { captcha_id: `task-${++tasks}`, lifetime_ms: 300_000, tries: 10, challenge: {} };
      return Response.json({ code: 200, data, msg: '' });
    }
    if (pathname.endsWith('/check/invitecode')) {
      const data = known.includes(searchParams.get('invite_code') ?? '') ? 1 : 0;
      return Response.json({ code: 200, data, msg: '' });
    }
    sent.push({ path: pathname, query: Object.fromEntries(searchParams), body: body === undefined ? null : JSON.parse(body) });
    const reply = replies.shift() ?? 'OK';
    if (reply === 'OK') return Response.json({ code: 200, data: null, msg: '' });
    const { number, httpStatus: status } = new AppError(reply[0]);
    return Response.json({ code: number, data: null, msg: '', params: reply[1] ?? {} }, { status });
  });
});
afterEach(async () => {
  await page.close();
  delete document.documentElement.dataset.registration;
  window.history.replaceState(null, '', '/');
});

const solve = async (): Promise<string> => 'answer';
const settle = (): Promise<void> => act(async () => new Promise((resolve) => setTimeout(resolve, 0)));
async function show(kind: 'register' | 'reset', registration = 'open'): Promise<void> {
  document.documentElement.dataset.registration = registration;
  const Page = kind === 'register' ? RegisterPage : ResetPage;
  page = await render(
    <MemoryRouter>
      <Page timers={timers} solve={solve} />
    </MemoryRouter>,
  );
}
/** Of the pages' own texts what stands before a value; other keys as they are. */
const said = (key: string): string => (texts as Readonly<Record<string, string>>)[key]?.split('{{')[0] ?? key;
const fieldOf = (label: string): HTMLInputElement | null => {
  const found = [...page.container.querySelectorAll('label')].find(({ textContent }) => textContent === said(label));
  return page.container.querySelector<HTMLInputElement>(`[id="${found?.htmlFor}"]`);
};
const wordsOf = (label: string): string | null => {
  const field = fieldOf(label);
  return page.container.querySelector(`[id="${field?.getAttribute('aria-describedby')}"]`)?.textContent ?? null;
};
async function fill(fields: Readonly<Record<string, string>>): Promise<void> {
  await act(async () => {
    for (const [label, text] of Object.entries(fields)) {
      const field = fieldOf(label);
      // React listens to the native setter.
      Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(field, text);
      field?.dispatchEvent(new Event('input', { bubbles: true }));
    }
  });
  await settle();
}
const press = async (name: string): Promise<void> => {
  const button = [...page.container.querySelectorAll('button')].find(({ textContent }) => textContent === said(name));
  await act(async () => button?.click());
  await settle();
};
const password = 'quiet-Harbour-74';
const filled = { 'account.code': '123456', 'firstStart.password': password, 'firstStart.repeat': password };

it('registers with the code that was sent, to an address or a number as people write it', async () => {
  await show('register');
  await fill({ 'account.address': '+852 5555 0101' });
  await press('account.codeSend');
  expect(sent.pop()).toMatchObject({ path: '/sapi/user/captcha/phone', query: { phone: '+85255550101', captcha_value: 'answer' } });
  expect(page.container.textContent).toContain(said('account.codeSent'));
  expect(
    [...page.container.querySelectorAll('button')].find(({ textContent }) => textContent?.startsWith(said('account.codeAgainIn')))
      ?.disabled,
  ).toBe(true);
  await fill({ ...filled, 'account.address': 'ann@people.example', 'firstStart.username': 'ann.lee' });
  await press('register.submit');
  expect(sent).toEqual([]);
  await act(async () => page.container.querySelector<HTMLInputElement>('input[type=checkbox]')?.click());
  await press('register.submit');
  expect(sent.pop()).toMatchObject({
    path: '/sapi/user/register',
    query: { captcha_value: 'answer' },
    body: { email: 'ann@people.example', code: '123456', username: 'ann.lee', password, terms: true },
  });
  expect(page.container.querySelector('h1')?.textContent).toBe(said('register.done'));
});

it('says beside its field what the server refused, and takes another task when one was too old', async () => {
  await show('register');
  await fill({ ...filled, 'account.address': 'ann@people.example', 'firstStart.username': 'ann.lee' });
  await act(async () => page.container.querySelector<HTMLInputElement>('input[type=checkbox]')?.click());
  replies = [['LOGIN_CAPTCHA_EXPIRED'], ['CODE_WRONG', { field: 'code' }]];
  await press('register.submit');
  expect(sent.map(({ query }) => query.captcha_id)).toEqual(['task-1', 'task-2']);
  expect(wordsOf('account.code')).toBe('CODE_WRONG');
  replies = [['RATE_LIMITED', { retryAfterS: 60 }]];
  await press('register.submit');
  expect(page.container.querySelector('[role=alert]')?.textContent).toBe('RATE_LIMITED');
});

it('sends no code to what is no address, and wants an invitation where the firm does', async () => {
  window.history.replaceState(null, '', '/register?invite=0A1B2C3D4E');
  await show('register', 'invite');
  expect(fieldOf('register.invite')?.value).toBe('0A1B2C3D4E');
  await fill({ 'account.address': 'ann@', 'register.invite': '' });
  await press('account.codeSend');
  expect([sent.length, wordsOf('account.address'), wordsOf('register.invite')]).toEqual([0, 'FORM_EMAIL_INVALID', 'INVITE_NEEDED']);
});

it('says while it is typed that nobody has such an invitation code, and sends nothing with it', async () => {
  window.history.replaceState(null, '', '/register?invite=0A1B2C3D4E');
  await show('register', 'invite');
  const pause = async (): Promise<void> => {
    await act(async () => timers.advance(500));
    await settle();
  };
  await pause();
  expect(wordsOf('register.invite')).toBe('');
  await fill({ 'register.invite': '0A1B2C3D4F', 'account.address': 'ann@people.example' });
  expect(wordsOf('register.invite')).toBe('');
  await pause();
  expect(wordsOf('register.invite')).toBe('INVITE_UNKNOWN_brief');
  await press('account.codeSend');
  expect(sent).toEqual([]);
  await fill({ 'register.invite': '0A1B2C3D4E' });
  await pause();
  expect(wordsOf('register.invite')).toBe('');
  await press('account.codeSend');
  expect(sent.pop()).toMatchObject({ path: '/sapi/user/captcha/email', query: { invite_code: '0A1B2C3D4E' } });
});

it('says of a name, an address and a number what is wrong with them once their fields are left, and takes it back while they are mended', async () => {
  await show('register');
  const leave = (label: string) => act(async () => fieldOf(label)?.dispatchEvent(new FocusEvent('focusout', { bubbles: true })));
  const typed = [
    ['firstStart.username', 'a b', 'good_name'],
    ['account.address', 'ann@nowhere', 'ann@example.com'],
    ['account.address', '+85', '+85255550101'],
  ] as const;
  const left = new Set<string>();
  for (const [label, wrong, right] of typed) {
    const hint = wordsOf(label);
    await fill({ [label]: wrong });
    // Not while somebody is still at it for the first time.
    expect([label, fieldOf(label)?.getAttribute('aria-invalid')]).toEqual([label, `${left.has(label)}`]);
    await leave(label);
    left.add(label);
    expect([label, fieldOf(label)?.getAttribute('aria-invalid')]).toEqual([label, 'true']);
    expect(wordsOf(label)).not.toBe(hint);
    await fill({ [label]: right });
    expect([label, fieldOf(label)?.getAttribute('aria-invalid'), wordsOf(label)]).toEqual([label, 'false', hint]);
  }
  expect(sent).toEqual([]);
});

it('says that the door is closed', async () => {
  await show('register', 'closed');
  expect([page.container.querySelector('form'), page.container.textContent?.includes(said('register.closed'))]).toEqual([null, true]);
});

it('sets another password with the code that was sent', async () => {
  await show('reset');
  await fill({ ...filled, 'account.address': 'ann@people.example' });
  await press('account.codeSend');
  expect(sent.pop()).toMatchObject({ path: '/sapi/user/forget/password/send/email', query: { email: 'ann@people.example' } });
  await press('reset.submit');
  expect(sent.pop()).toMatchObject({
    path: '/sapi/user/reset/password/email',
    body: { email: 'ann@people.example', code: '123456', password },
  });
  expect(page.container.querySelector('h1')?.textContent).toBe(said('reset.done'));
});
