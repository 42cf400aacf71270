import { renderToStaticMarkup } from 'react-dom/server';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { islandOf } from '../../../../tests/kit/site/islands.ts';
import type { IslandContext, PostAnswer, PostTerms } from '../../../contract/site.ts';
import type { FormRules } from '../../../domain/forms/form-rules.ts';
import { formIsland } from '../../../islands/form/form-island.ts';
import { HouseTextContext } from '../house-text.tsx';
import { IslandOwnerContext } from '../island.tsx';
import { SiteForm } from './site-form.tsx';

const rules = {
  job: { kind: 'choice', options: ['engineer', 'trader'], required: true },
  email: { kind: 'email', most: 30, required: true },
  about: { kind: 'text', most: 10, required: false },
} as const satisfies FormRules;
const options = ['engineer', 'trader'].map((value) => ({ value, label: value }));
const file = { field: 'resume', mostBytes: 10, formats: ['pdf', 'doc'] };
const taken: PostAnswer<null> = { ok: true, value: null };

interface Sent {
  readonly fields: FormData | Readonly<Record<string, string>>;
  readonly more: PostTerms;
}

/** The form as a page draws it, with its island over it; `withFile`: and a place for a file. */
function drawn(post: (sent: Sent) => Promise<PostAnswer<null>>, withFile = false) {
  const page = document.createElement('main');
  document.body.replaceChildren(page);
  page.innerHTML = renderToStaticMarkup(
    <IslandOwnerContext value={{ pluginId: 'site-test', islands: ['form'] }}>
      <HouseTextContext value={(_, key, { limit = '', time = limit } = {}) => (/TOO_LONG|form/.test(key) ? `${key} ${time}`.trim() : key)}>
        <SiteForm
          of="form"
          rules={rules}
          fields={[
            { name: 'job', label: 'Job', options },
            { name: 'email', label: 'Email', hint: 'yours' },
            ...(withFile ? [{ name: 'resume', label: 'Resume', hint: 'PDF', formats: file.formats }] : []),
            { name: 'about', label: 'About', lines: 4 },
          ]}
          send="Send"
          done={{ title: 'Sent', text: 'all of it' }}
          failed={{ title: 'Failed', text: 'none of it' }}
        />
      </HouseTextContext>
    </IslandOwnerContext>,
  );
  const sent: Sent[] = [];
  const context = islandOf({
    get: (async () => ({ retention_days: 180 })) as IslandContext['get'],
    solve: async () => ({ query: {}, isFresh: () => true }),
    post: (async (_: string, fields: Sent['fields'], more: PostTerms) => {
      sent.push({ fields, more });
      return post({ fields, more });
    }) as IslandContext['post'],
  });
  const element = page.firstElementChild as HTMLElement;
  const mount = formIsland({ rules, path: '/form', captchaPath: '/captcha', termsPath: '/terms', ...(withFile ? { file } : {}) });
  const leave = mount(element, JSON.parse(element.dataset.props ?? ''), context);
  const control = (name: string) => page.querySelector(`[name="${name}"]`) as HTMLInputElement;
  const part = (name: string) => page.querySelector(`[data-part="${name}"]`) as HTMLElement;
  const type = (name: string, value: string): void => {
    control(name).value = value;
    control(name).dispatchEvent(new Event('input', { bubbles: true }));
  };
  const choose = (...files: readonly File[]): void => {
    Object.defineProperty(control('resume'), 'files', { value: files, configurable: true });
    control('resume').dispatchEvent(new Event('change', { bubbles: true }));
  };
  const submit = (): void => void part('form').dispatchEvent(new Event('submit', { bubbles: true, cancelable: true }));
  const fault = (name: string) => page.querySelector(`[data-fault="${name}"]`)?.textContent;
  const fill = (): void => {
    type('job', 'trader');
    type('email', 'ann@fund.example');
    type('about', ' me ');
  };
  return { sent, control, part, type, choose, submit, fault, fill, leave };
}

beforeEach(() => sessionStorage.clear());
afterEach(() => document.body.replaceChildren());

describe('a public form', () => {
  it('says beside each field what is wrong with it, leads to the first, and sends nothing', () => {
    const { submit, fault, control, sent, type } = drawn(async () => taken);
    type('about', 'far too long for it');
    submit();
    expect([fault('job'), fault('email'), fault('about')]).toEqual([
      'FORM_FIELD_EMPTY_brief',
      'FORM_EMAIL_EMPTY_brief',
      'FORM_TEXT_TOO_LONG_brief 10',
    ]);
    expect(document.activeElement).toBe(control('job'));
    expect(control('email').getAttribute('aria-describedby')).toBe('form-email-hint form-email-fault');
    expect(control('email').getAttribute('aria-invalid')).toBe('true');
    type('email', 'ann@fund.example');
    expect([fault('email'), control('email').hasAttribute('aria-invalid')]).toEqual(['', false]);
    expect(sent).toEqual([]);
  });

  it('judges a field that is left, but scolds nobody for one that is still empty', () => {
    const { control, type, fault, submit } = drawn(async () => taken);
    const leave = (name: string) => control(name).dispatchEvent(new FocusEvent('focusout', { bubbles: true }));
    leave('email');
    expect(fault('email')).toBe('');
    type('email', 'ann');
    leave('email');
    expect(fault('email')).toBe('FORM_EMAIL_INVALID_brief');
    const isAloud = () => document.querySelector('[data-fault="email"]')?.getAttribute('aria-live');
    expect(isAloud()).toBe('polite');
    submit();
    expect(isAloud()).toBe('off');
  });

  it('sends tidy values once, however often it is submitted, says that they were taken, and forgets them', async () => {
    const { submit, fill, sent, part } = drawn(async () => taken);
    fill();
    submit();
    submit();
    await vi.waitFor(() => expect(part('done').hidden).toBe(false));
    expect(sent.map(({ fields }) => fields)).toEqual([{ job: 'trader', email: 'ann@fund.example', about: 'me' }]);
    expect([part('form').hidden, document.activeElement === part('done')]).toEqual([true, true]);
    expect(sessionStorage.length).toBe(0);
  });

  it('places what the server says beside the field that it names, and keeps what was typed', async () => {
    const refusal: PostAnswer<null> = { ok: false, code: 'FORM_EMAIL_INVALID', params: { field: 'email' } };
    const { submit, fill, fault, control, part } = drawn(async () => refusal);
    fill();
    submit();
    await vi.waitFor(() => expect(fault('email')).toBe('FORM_EMAIL_INVALID_brief'));
    expect([control('about').value, part('notice-title').textContent]).toEqual([' me ', '']);
    await vi.waitFor(() => expect(part('send').getAttribute('aria-disabled')).toBe('false'));
  });

  it.each<[string, () => Promise<PostAnswer<null>>, string]>([
    ['that it failed', async () => ({ ok: false, code: 'SUBMISSION_FAILED', params: {} }), 'Failed none of it'],
    [
      'how long to wait',
      async () => ({ ok: false, code: 'RATE_LIMITED', params: { retryAfterS: 7_300 } }),
      'form.limited.title form.limited.text 3 hours',
    ],
    ['that the answer was lost', () => Promise.reject(new Error('lost')), 'form.lost.title form.lost.text'],
    [
      'that a field is refused without a sentence',
      async () => ({ ok: false, code: 'REQUEST_INVALID', params: { field: 'about', rule: 'x' } }),
      ' form.refused',
    ],
  ])('says %s', async (_, post, words) => {
    const { submit, fill, part, fault } = drawn(post);
    fill();
    submit();
    const said = () => `${part('notice-title').textContent} ${part('notice-text').textContent}${fault('about')}`;
    await vi.waitFor(() => expect(said()).toBe(words));
  });

  it('has what was typed when the page is loaded again, and the choice that its address names', () => {
    const before = drawn(async () => taken);
    before.fill();
    before.leave();
    history.replaceState(null, '', '?job=engineer&email=other@fund.example');
    const { control } = drawn(async () => taken);
    expect(['job', 'email', 'about'].map((name) => control(name).value)).toEqual(['engineer', 'ann@fund.example', ' me ']);
    history.replaceState(null, '', '?job=astronaut');
    expect(drawn(async () => taken).control('job').value).toBe('trader');
    history.replaceState(null, '', location.pathname);
  });

  it('tells how long what is sent is kept', async () => {
    const { part } = drawn(async () => taken);
    await vi.waitFor(() => expect(part('terms').textContent).toBe('form.terms.told 180 days'));
  });
});

describe('a form with a file', () => {
  it.each([
    ['none', [], 'FORM_RESUME_EMPTY_brief'],
    ['an empty one', [new File([], 'cv.pdf')], 'FORM_RESUME_EMPTY_brief'],
    ['one of ten bytes and one more', [new File(['12345678901'], 'cv.pdf')], 'FORM_RESUME_TOO_LARGE_brief'],
    ['a picture', [new File(['1'], 'cv.png')], 'FORM_RESUME_FORMAT_brief'],
    ['one of ten bytes', [new File(['1234567890'], 'CV.PDF')], ''],
  ])('with %s says so before it is sent', (_, files, sentence) => {
    const { choose, submit, fault } = drawn(() => new Promise(() => undefined), true);
    choose(...files);
    submit();
    expect(fault('resume')).toBe(sentence);
  });

  it('shows the file that was chosen, what has left, and ends the sending on demand', async () => {
    const { choose, submit, fill, part, sent } = drawn(
      ({ more }) =>
        new Promise((_, reject) => {
          more.onSent?.(0.5);
          more.signal?.addEventListener('abort', () => reject(new Error('given up')));
        }),
      true,
    );
    fill();
    choose(new File(['12345'], 'cv.pdf'));
    expect([part('name').textContent, part('chosen').hidden, part('none').hidden]).toEqual(['cv.pdf', false, true]);
    submit();
    await vi.waitFor(() => expect(part('cancel').hidden).toBe(false));
    expect([(part('progress') as HTMLProgressElement).value, part('status').textContent]).toEqual([0.5, 'form.sending']);
    expect([...(sent[0]?.fields as FormData).keys()]).toEqual(['job', 'email', 'about', 'resume']);
    part('cancel').click();
    await vi.waitFor(() => expect(part('notice-title').textContent).toBe('form.canceled.title'));
    expect([part('cancel').hidden, part('status').textContent]).toEqual([true, '']);
  });

  it('takes one that is dropped there, and says so when it is more than one', () => {
    const { part, fault } = drawn(async () => taken, true);
    const drop = (files: readonly File[]) => {
      const event = new Event('drop', { bubbles: true, cancelable: true });
      Object.assign(event, { dataTransfer: { files } });
      part('drop').dispatchEvent(event);
      return event.defaultPrevented;
    };
    expect(drop([new File(['1'], 'a.pdf'), new File(['1'], 'b.pdf')])).toBe(true);
    expect(fault('resume')).toBe('form.file.one');
  });
});
