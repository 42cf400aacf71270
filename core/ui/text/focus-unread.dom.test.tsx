import { afterEach, expect, it } from 'vitest';
import { focusUnread } from './focus-unread.ts';

afterEach(() => document.body.replaceChildren());

it('leads to what was typed and cannot be read, and lets a form go on that has nothing of the kind', () => {
  document.body.innerHTML = '<form><input value="5"><input value="5,00" data-unread></form>';
  const form = document.querySelector('form') as HTMLFormElement;
  expect(focusUnread(form)).toBe(true);
  expect(document.activeElement).toBe(form.querySelectorAll('input')[1]);
  form.querySelectorAll('input')[1]?.removeAttribute('data-unread');
  expect(focusUnread(form)).toBe(false);
});
