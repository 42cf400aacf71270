import { act } from 'react';
import { MemoryRouter } from 'react-router-dom';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { FakeTimers } from '../../../core/client/testing/fake-timers.ts';
import { AppError } from '../../../core/contract/app-error.ts';
import type { ErrorCode } from '../../../core/contract/error-catalogue.ts';
import texts from '../../../locales/en/account.json' with { type: 'json' };
import uiTexts from '../../../locales/en/ui.json' with { type: 'json' };
import { type Rendered, render } from '../../../tests/kit/render.tsx';
import { InvitedPage } from './invited-page.tsx';

const token = 't'.repeat(43);
let page: Rendered;
let sent: { readonly path: string; readonly body: unknown }[];
/** What the server says to calls, by the end of their paths; absent: all is well. */
let role: string;
let refusals: Readonly<Record<string, ErrorCode>>;

beforeEach(() => {
  [sent, refusals, role] = [[], {}, 'observer'];
  vi.stubGlobal('fetch', async (address: string, { body }: { readonly body?: string } = {}) => {
    const { pathname } = new URL(address, 'http://localhost');
    if (pathname.endsWith('/captcha/task'))
      return Response.json({ code: 200, data: { captcha_id: 'task', lifetime_ms: 300_000, tries: 10, challenge: {} }, msg: '' });
    sent.push({ path: pathname, body: JSON.parse(body ?? 'null') });
    const refusal = refusals[pathname.split('/').at(-1) ?? ''];
    const data = pathname.endsWith('/look') ? { address: 'ann@people.example', role } : null;
    if (refusal === undefined) return Response.json({ code: 200, data, msg: '' });
    const { number, httpStatus: status } = new AppError(refusal);
    return Response.json({ code: number, data: null, msg: '', params: { field: 'username' } }, { status });
  });
});
afterEach(async () => {
  await page.close();
  localStorage.clear();
});

const settle = (): Promise<void> => act(async () => new Promise((resolve) => setTimeout(resolve, 0)));
async function show(asks = true): Promise<void> {
  page = await render(
    <MemoryRouter>
      <InvitedPage token={token} timers={new FakeTimers()} solve={async () => 'answer'} />
    </MemoryRouter>,
  );
  await vi.waitFor(async () => {
    await settle();
    expect(sent.length > 0).toBe(asks);
  }, 10_000);
  await settle();
}
const textOf = (): string => page.container.textContent ?? '';
const fields = (): readonly HTMLInputElement[] => [...page.container.querySelectorAll('input')];
async function fill(...words: readonly string[]): Promise<void> {
  await act(async () => {
    for (const [at, word] of words.entries()) {
      const field = fields()[at + 1];
      Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(field, word);
      field?.dispatchEvent(new Event('input', { bubbles: true }));
    }
  });
}
async function submit(): Promise<void> {
  await act(async () => page.container.querySelector<HTMLButtonElement>('button[type=submit]')?.click());
  await settle();
}

it('says as what and where somebody is invited, and sends what he chooses and nothing more', async () => {
  await show();
  expect(sent).toEqual([{ path: '/sapi/user/invitation/look', body: { token } }]);
  expect(textOf()).toContain(texts['invited.lead'].split('{{role}}')[0] ?? '');
  expect(textOf()).toContain(uiTexts['role.observer']);
  expect([fields()[0]?.value, fields()[0]?.readOnly]).toEqual(['ann@people.example', true]);
  await submit();
  expect(sent).toHaveLength(1);
  await fill('ann.lee', 'quiet-Harbour-74', 'quiet-Harbour-74');
  await act(async () => page.container.querySelector<HTMLInputElement>('input[type=checkbox]')?.click());
  refusals = { accept: 'PERSON_TAKEN' };
  await submit();
  expect(textOf()).toContain('PERSON_TAKEN');
  refusals = {};
  await submit();
  const body = { token, username: 'ann.lee', password: 'quiet-Harbour-74', language: 'en', terms: true };
  expect(sent.at(-1)).toEqual({ path: '/sapi/user/invitation/accept', body });
  expect(page.container.querySelector('h1')?.textContent).toBe(texts['register.done']);
});

it('waits for the texts of the plugin that brings a role, and calls it by its word where that is not here', async () => {
  role = 'role-gone/clerk';
  await show();
  await vi.waitFor(() => expect(textOf()).toContain('role-gone/clerk'), { timeout: 20_000 });
  expect(page.container.querySelector('form')).not.toBeNull();
});

it('has one sentence for each link that opens nothing, also for one that was cut short', async () => {
  for (const code of ['INVITATION_OVER', 'REQUEST_INVALID'] as const) {
    refusals = { look: code };
    await show();
    expect([code, textOf().includes('INVITATION_OVER'), page.container.querySelector('form')]).toEqual([code, true, null]);
    await page.close();
  }
  refusals = { look: 'INVITATION_TAKEN' };
  await show();
  expect(textOf()).toContain('INVITATION_TAKEN');
});

it('asks nobody while somebody is signed in here, and says so', async () => {
  localStorage.setItem('user', JSON.stringify({ username: 'bob', token: 'x', role: 'user', invite_code: 'A', vip_level: 0 }));
  await show(false);
  expect([sent.length, textOf().includes(texts['invited.signedIn'].split('}}')[1] ?? '')]).toEqual([0, true]);
});
