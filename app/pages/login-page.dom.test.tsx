import { act } from 'react';
import { MemoryRouter } from 'react-router-dom';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { rememberAsked } from '../../core/client/connection/asked-place.ts';
import { markSessionLost } from '../../core/client/connection/session-storage.ts';
import { FakeTimers } from '../../core/client/testing/fake-timers.ts';
import { AppError } from '../../core/contract/app-error.ts';
import { errorCatalogue } from '../../core/contract/error-catalogue.ts';
import { type Rendered, render } from '../../tests/kit/render.tsx';
import { LoginPage } from './login-page.tsx';
import type { SolveWork } from './solve-sign-in-work.ts';

const minuteMs = 60_000;
type Refusal = keyof typeof errorCatalogue | 'OK' | 'MORE' | 'GIVEN';

let timers: FakeTimers;
let page: Rendered;
/** Efforts of the challenges that were asked for, in order. */
let asked: number[];
/** Answers of the sign-ins that were sent. */
let sent: string[];
/** Answers to what a sign-in still wanted. */
let steps: object[];
/** What the server says to the next ones. */
let replies: Refusal[];
/** Work under way: the test says when it is done. */
let works: {
  readonly done: () => void;
  readonly fail: () => void;
  readonly report: (share: number) => void;
  readonly signal: AbortSignal;
}[];

const solve: SolveWork = (_work, onProgress, signal) =>
  new Promise((resolve, reject) => {
    const answer = `answer-${works.length + 1}`;
    works.push({ done: () => resolve(answer), fail: () => reject(new Error('no crypto')), report: onProgress, signal });
  });

const waiting = { pending_token: 'signin.t', expiry_time: 0, wants: ['totp', 'recovery'] };
const reply = (code: Refusal, params: object): Response =>
  code === 'MORE' || code === 'GIVEN'
    ? Response.json({ code: 200, data: code === 'MORE' ? waiting : { ...waiting, wants: ['new-password'] }, msg: '' })
    : code === 'OK'
      ? Response.json({ code: 200, data: { token: 't', role: 'user', username: 'ann', invite_code: 'A', vip_level: 0 }, msg: '' })
      : Response.json({ code: errorCatalogue[code].number, data: null, msg: '', params }, { status: new AppError(code).httpStatus });

beforeEach(async () => {
  timers = new FakeTimers();
  [asked, sent, steps, replies, works] = [[], [], [], [], []];
  vi.stubGlobal('fetch', async (address: string, init?: RequestInit) => {
    const { pathname, searchParams } = new URL(address, 'http://localhost');
    if (pathname.endsWith('/login/step')) {
      steps.push(JSON.parse(String(init?.body)));
      return reply(replies.shift() ?? 'OK', { left: 4 });
    }
    if (pathname.endsWith('/login')) {
      sent.push(searchParams.get('captcha_value') ?? '');
      return reply(replies.shift() ?? 'OK', { effort: 3 });
    }
    asked.push(Number(searchParams.get('effort') ?? 0));
    const data = { captcha_id: `captcha-${asked.length}`, lifetime_ms: 5 * minuteMs, tries: 10, challenge: {} };
    return Response.json({ code: 200, data, msg: '' });
  });
  page = await render(
    <MemoryRouter>
      <LoginPage timers={timers} solve={solve} />
    </MemoryRouter>,
  );
});
afterEach(() => page.close());

const settle = (): Promise<void> => act(async () => new Promise((resolve) => setTimeout(resolve, 0)));
const status = (): string => page.container.querySelector('[role=status]')?.textContent ?? '';
const alertText = (): string => page.container.querySelector('[role=alert]')?.textContent ?? '';
const typed = (): readonly string[] => [...page.container.querySelectorAll('input')].map((field) => field.value);

async function type(...texts: readonly string[]): Promise<void> {
  await act(async () => {
    for (const [at, field] of [...page.container.querySelectorAll('input')].entries()) {
      // React listens to the native setter.
      Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(field, texts[at]);
      field.dispatchEvent(new Event('input', { bubbles: true }));
    }
  });
  await settle();
}
const submit = async (): Promise<void> => {
  await act(async () => page.container.querySelector('form')?.requestSubmit());
  await settle();
};
const finish = async (at = works.length - 1): Promise<void> => {
  works[at]?.done();
  await settle();
};

it('says why it is there to whoever has asked for a place, and to somebody whose session has ended', async () => {
  const lead = (): string => page.container.querySelector('h1 + p')?.textContent ?? '';
  const again = async (): Promise<void> => {
    await page.close();
    page = await render(
      <MemoryRouter>
        <LoginPage timers={timers} solve={solve} />
      </MemoryRouter>,
    );
  };
  expect(lead()).toBe('login.lead');
  rememberAsked(sessionStorage, '/dashboard');
  await again();
  expect(lead()).toBe('SESSION_MISSING');
  markSessionLost(localStorage);
  await again();
  localStorage.clear();
  sessionStorage.clear();
  expect(lead()).toBe('SESSION_INVALID');
});

it('works while the user types, once, and says so', async () => {
  expect([asked.length, status()]).toEqual([0, 'login.workIdle']);
  await type('a', '');
  await type('ann', 'correct horse');
  expect([asked, status()]).toEqual([[0], 'login.workRunning']);
  await act(async () => works[0]?.report(0.4));
  expect(page.container.querySelector('progress')?.value).toBe(0.4);
  await finish();
  expect(status()).toBe('login.workDone');
  await submit();
  expect(sent).toEqual(['answer-1']);
});

it('sends what was typed as soon as the work is done, when the user was quicker', async () => {
  await type('ann', 'correct horse');
  await submit();
  expect(sent).toEqual([]);
  await finish();
  expect(sent).toEqual(['answer-1']);
});

it('works anew when the answer got too old while the page stood open, and loses nothing that was typed', async () => {
  await type('ann', 'correct horse');
  await finish();
  await act(async () => timers.advance(5 * minuteMs));
  await submit();
  expect([sent, asked]).toEqual([[], [0, 0]]);
  await finish();
  expect([sent, typed()]).toEqual([['answer-2'], ['ann', 'correct horse']]);
});

it('does the harder work that the server asks for by itself, and says why it takes longer', async () => {
  replies = ['LOGIN_WORK_NEEDED', 'OK'];
  await type('ann', 'correct horse');
  await finish();
  await submit();
  expect([asked, status(), alertText()]).toEqual([[0, 3], 'login.workHarder', '']);
  await finish();
  expect(sent).toEqual(['answer-1', 'answer-2']);
});

it('takes another challenge after a restart of the server, and gives up when none is ever good', async () => {
  replies = Array(20).fill('LOGIN_CAPTCHA_WRONG');
  await type('ann', 'correct horse');
  await submit();
  for (let at = 0; at < 20; at++) await finish(at);
  expect(sent).toHaveLength(8);
  expect(alertText()).toBe('LOGIN_CAPTCHA_WRONG');
});

it('says a wrong password beside its field and works again for the next try', async () => {
  replies = ['LOGIN_WRONG'];
  await type('ann', 'wrong');
  await finish();
  await submit();
  expect(page.container.textContent).toContain('LOGIN_WRONG');
  await type('ann', 'correct horse');
  expect(works).toHaveLength(2);
});

it('says where it cannot be done', async () => {
  await type('ann', 'correct horse');
  works[0]?.fail();
  await settle();
  await submit();
  expect(works).toHaveLength(2);
  works[1]?.fail();
  await settle();
  expect(alertText()).toBe('login.workImpossible');
});

it('stops working once it is left', async () => {
  await type('ann', '');
  await page.update(<p>gone</p>);
  expect([works[0]?.signal.aborted, timers.pending]).toEqual([true, 0]);
});

describe('with a second factor', () => {
  const heading = (): string => page.container.querySelector('h1')?.textContent ?? '';
  const fieldError = (): string => {
    const field = page.container.querySelector('input');
    return field?.getAttribute('aria-invalid') === 'true'
      ? (document.getElementById(field.getAttribute('aria-describedby') ?? '')?.textContent ?? '')
      : '';
  };
  const press = async (name: string): Promise<void> => {
    await act(async () => [...page.container.querySelectorAll('button')].find((one) => one.textContent === name)?.click());
    await settle();
  };
  // Its code has come before.
  beforeAll(() => import('./sign-in-step.tsx'));
  beforeEach(async () => {
    replies = ['MORE'];
    await type('ann', 'right');
    works[0]?.done();
    await settle();
    await submit();
  });

  it('asks for the code after the password, says beside the field what is wrong, and goes in with the right one', async () => {
    const field = page.container.querySelector('input');
    expect([heading(), field?.autocomplete, field?.inputMode, document.activeElement === field]).toEqual([
      ...['login.step.title', 'one-time-code', 'numeric', true],
    ]);
    await submit();
    expect([fieldError(), steps]).toEqual(['login.step.missing.totp', []]);
    replies = ['LOGIN_STEP_WRONG'];
    await type('123456');
    await submit();
    expect([fieldError(), typed()]).toEqual(['LOGIN_STEP_WRONG', ['']]);
    await type(' 654321 ');
    await submit();
    expect(steps.at(-1)).toEqual({ pending_token: 'signin.t', kind: 'totp', value: '654321' });
    expect(localStorage.getItem('user') ?? JSON.stringify(localStorage)).toContain('ann');
  });

  it('takes a recovery code instead', async () => {
    await press('login.step.use.recovery');
    expect(document.activeElement).toBe(page.container.querySelector('input'));
    await type('k7qm-2xwd-6rtb');
    await submit();
    expect(steps).toEqual([{ pending_token: 'signin.t', kind: 'recovery', value: 'k7qm-2xwd-6rtb' }]);
  });

  it('goes back to the password when it is over, by too many guesses or after five minutes, and when asked to', async () => {
    replies = ['LOGIN_STEP_ENDED'];
    await type('123456');
    await submit();
    expect([heading(), typed(), alertText()]).toEqual(['login.title', ['ann', ''], 'LOGIN_STEP_ENDED']);
    for (const leave of [() => act(async () => timers.advance(5 * minuteMs)), () => press('login.step.back')]) {
      replies = ['MORE'];
      await type('ann', 'right');
      works.at(-1)?.done();
      await settle();
      await submit();
      works.at(-1)?.done();
      await settle();
      expect(heading()).toBe('login.step.title');
      await leave();
      expect([heading(), typed()]).toEqual(['login.title', ['ann', '']]);
    }
  });
});

it('lets nobody in with a password that was given before he has chosen another one, twice the same', async () => {
  await import('./sign-in-step.tsx');
  replies = ['GIVEN'];
  await type('ann', 'given');
  await finish();
  await submit();
  const heading = (): string => page.container.querySelector('h1')?.textContent ?? '';
  const errors = (): readonly (string | null)[] =>
    [...page.container.querySelectorAll('[aria-invalid=true]')].map(
      (field) => document.getElementById(field.getAttribute('aria-describedby') ?? '')?.textContent ?? null,
    );
  expect([heading(), document.activeElement === page.container.querySelector('input')]).toEqual(['Choose your own password', true]);
  await type('short', 'short');
  await submit();
  expect([errors(), steps]).toEqual([['PASSWORD_LENGTH'], []]);
  await type('quiet-Meadow-7411', 'quiet-Meadow-7412');
  await submit();
  expect([errors().length, steps]).toEqual([1, []]);
  await type('quiet-Meadow-7411', 'quiet-Meadow-7411');
  replies = ['LOGIN_STEP_ENDED'];
  await submit();
  expect([steps, heading(), alertText()]).toEqual([
    [{ pending_token: 'signin.t', kind: 'new-password', value: 'quiet-Meadow-7411' }],
    'login.title',
    'LOGIN_STEP_ENDED',
  ]);
});
