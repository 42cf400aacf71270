import { createChallenge } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';
import { expect, it, vi } from 'vitest';
import { islandContext } from './island-context.ts';
import { solveWork } from './island-work.ts';

/** Answers one call as a browser's request would, and remembers what was sent. */
function answering(answer: object | 'error' | 'timeout') {
  const sent: { address?: string; body?: unknown; type?: string } = {};
  class FakeRequest extends EventTarget {
    readonly upload = new EventTarget();
    readonly responseText = JSON.stringify(answer);
    timeout = 0;
    open(_method: string, address: string): void {
      sent.address = address;
    }
    setRequestHeader(_name: string, type: string): void {
      sent.type = type;
    }
    send(body: unknown): void {
      sent.body = body;
      this.upload.dispatchEvent(Object.assign(new Event('progress'), { loaded: 1, total: 4, lengthComputable: true }));
      queueMicrotask(() => this.dispatchEvent(new Event(typeof answer === 'string' ? answer : 'load')));
    }
    abort(): void {
      this.dispatchEvent(new Event('abort'));
    }
  }
  vi.stubGlobal('XMLHttpRequest', FakeRequest);
  return sent;
}
const { post } = islandContext('en');

it('sends fields as JSON, a file as a form, and tells how much has left', async () => {
  const sent = answering({ code: 200, data: { done: true }, msg: '' });
  const onSent = vi.fn();
  expect(await post('/form', { a: '1' }, { query: { captcha_id: 'x y' }, onSent })).toEqual({ ok: true, value: { done: true } });
  expect(sent).toEqual({ address: '/sapi/form?captcha_id=x+y', body: '{"a":"1"}', type: 'application/json' });
  expect(onSent).toHaveBeenCalledWith(0.25);
  const form = new FormData();
  const withFile = answering({ code: 200, data: null, msg: '' });
  await post('/form', form);
  expect(withFile).toEqual({ address: '/sapi/form', body: form });
});

it('gives a refusal by its code in the catalogue', async () => {
  answering({ code: 42382, data: null, msg: 'in English', params: { field: 'email' } });
  expect(await post('/form', {})).toEqual({ ok: false, code: 'FORM_EMAIL_INVALID', params: { field: 'email' } });
});

it.each(['error', 'timeout'] as const)('throws for %s, when nobody knows what has become of it', async (end) => {
  answering(end);
  await expect(post('/form', {})).rejects.toThrow(end);
});

it('solves a proof of work, and knows when it has become too old', async () => {
  const challenge = await createChallenge({ algorithm: 'PBKDF2/SHA-256', cost: 1, counter: 3, deriveKey, hmacSignatureSecret: 'secret' });
  let nowMs = 0;
  const task = { captcha_id: 'id', lifetime_ms: 60_000, tries: 10, challenge } as unknown as Parameters<typeof solveWork>[0];
  const { query, isFresh } = await solveWork(task, { nowMs: () => nowMs });
  expect(query).toEqual({ captcha_id: 'id', captcha_value: expect.stringMatching(/^3\.[0-9a-f]+$/) });
  expect(isFresh()).toBe(true);
  nowMs = 30_000;
  expect(isFresh()).toBe(false);
});
