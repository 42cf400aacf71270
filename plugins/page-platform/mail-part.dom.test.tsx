import { act } from 'react';
import { afterEach, expect, it } from 'vitest';
import { FakeApi } from '../../core/client/testing/fake-api.ts';
import { refused } from '../../core/contract/app-error.ts';
import uiTexts from '../../locales/en/ui.json';
import { type Rendered, render } from '../../tests/kit/render.tsx';
import texts from './locales/en.json';
import { MailPart } from './mail-part.tsx';
import type { Services } from './requires.ts';

let page: Rendered;
afterEach(() => page.close());

async function show(answer: (body: unknown) => unknown = () => undefined) {
  const sent: unknown[] = [];
  let kept: object = { origin: 'none', version: 0, has_password: false, server: null };
  const api = new FakeApi({
    platformMail: () => kept,
    platformMailChange: ({ body }) => {
      sent.push(body);
      const refusal = answer(body);
      if (refusal !== undefined) return refusal;
      const { server, version } = body as { readonly server: { readonly user_password?: string | null } | null; readonly version: number };
      const { user_password: password, ...named } = server ?? {};
      kept = {
        origin: server === null ? 'none' : 'platform',
        version: version + 1,
        has_password: password != null,
        server: server && named,
      };
      return kept;
    },
    platformMailTest: () => ({ to: 'olga@firm.example', fault: 'SIGN_IN', detail: '535' }),
  });
  const services = {
    api,
    notices: { show: () => undefined },
    texts: { errorText: ({ code }: { code: string }) => `said: ${code}` },
  } as unknown as Services;
  let changes = 0;
  page = await render(<MailPart services={services} onChanged={() => changes++} />, { 'page-platform': texts, ui: uiTexts });
  await act(async () => undefined);
  return { sent, changes: () => changes };
}
const fieldOf = (label: string): HTMLInputElement | null => {
  const found = [...page.container.querySelectorAll('label')].find(({ textContent }) => textContent === label);
  return page.container.querySelector<HTMLInputElement>(`[id="${found?.htmlFor}"]`);
};
const button = (name: string) => [...page.container.querySelectorAll('button')].find(({ textContent }) => textContent === name);
const press = (name: string): Promise<void> => act(async () => button(name)?.click());
async function type(label: string, text: string): Promise<void> {
  const field = fieldOf(label);
  await act(async () => {
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(field, text);
    field?.dispatchEvent(new Event('input', { bubbles: true }));
  });
}
async function fill(): Promise<void> {
  await type('Mail server', ' mail.firm.example ');
  await type('Sender', 'desk@firm.example');
  await type('User name', 'desk');
  await type('Password', 'open sesame');
  await type('Reason', 'our own server');
}

it('names a mail server with a reason, shows its password to nobody, and tells what a test mail met', async () => {
  const { sent, changes } = await show();
  expect(button('Send me a test email')?.disabled).toBe(true);
  await type('Sender', 'desk');
  await press('Save');
  expect(page.container.textContent).toContain('Enter the name or address of a server');
  expect(sent).toEqual([]);
  await fill();
  await press('Save');
  const server = { host: 'mail.firm.example', port: 587, security: 'starttls', user: 'desk', sender: 'desk@firm.example', notify: [] };
  expect(sent).toEqual([{ version: 0, server: { ...server, user_password: 'open sesame' }, reason: 'our own server' }]);
  expect([fieldOf('Password')?.value, fieldOf('Password')?.getAttribute('aria-describedby') !== null]).toEqual(['', true]);
  expect(changes()).toBe(1);
  await press('Send me a test email');
  expect(page.container.querySelector('[role=alert]')?.textContent).toBe('The mail server did not take user and password (535)');
});

it('keeps what was typed over a refusal, which stands beside its field', async () => {
  await show(() => refused('FORM_EMAIL_INVALID', { field: 'sender' }));
  await fill();
  await press('Save');
  expect(page.container.textContent).toContain('said: FORM_EMAIL_INVALID');
  expect(fieldOf('Sender')?.getAttribute('aria-invalid')).toBe('true');
  expect(fieldOf('Password')?.value).toBe('open sesame');
});
