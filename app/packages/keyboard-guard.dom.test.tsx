import { afterEach, beforeEach, expect, it } from 'vitest';
import { KeyboardGuard } from './keyboard-guard.ts';

let frame: HTMLIFrameElement;
let field: HTMLInputElement;
let button: HTMLButtonElement;
let guard: KeyboardGuard;
let stop: () => void;
beforeEach(() => {
  [frame, field, button] = [document.createElement('iframe'), document.createElement('input'), document.createElement('button')];
  document.body.append(frame, field, button);
  guard = new KeyboardGuard((task) => task());
  stop = guard.watch();
});
afterEach(() => {
  stop();
  document.body.replaceChildren();
});

const at = (timeStamp: number): Pick<Event, 'timeStamp'> => ({ timeStamp });
const now = (): number => new Event('x').timeStamp;
const press = (key: string): boolean => field.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }));
/** As a browser does it: the field is left, the frame is the active element, and the window has lost the keyboard. */
const take = (afterMs = 0): string => {
  const timeMs = now() + afterMs;
  field.dispatchEvent(Object.defineProperty(new FocusEvent('focusout', { bubbles: true }), 'timeStamp', { value: timeMs }));
  return guard.judge(at(timeMs));
};

it('gives the keyboard back to whoever is in the middle of a word, and closes what takes it a third time', () => {
  field.focus();
  press('a');
  expect(take(200)).toBe('taken');
  button.focus();
  field.focus();
  press('b');
  expect([take(), document.activeElement === field, take()]).toEqual(['taken', true, 'robbed']);
});

it('knows the field that somebody was in when the panel came', () => {
  stop();
  field.focus();
  guard = new KeyboardGuard((task) => task());
  stop = guard.watch();
  press('a');
  expect(take(100)).toBe('taken');
});

it('takes a pause, the key that goes on to the next field, or one that closes what the field stands in, for a hand', () => {
  field.focus();
  press('a');
  expect(take(2_000)).toBe('given');
  for (const key of ['Tab', 'Escape', 'Enter']) {
    field.focus();
    press('a');
    press(key);
    expect(take(100), key).toBe('given');
  }
});

it('leaves it where no field was left for the frame', () => {
  button.focus();
  expect(guard.judge(at(now()))).toBe('given');
  field.focus();
  press('a');
  field.blur();
  expect(guard.judge(at(now() + 300)), 'a click beside the field, and later the frame').toBe('given');
  field.focus();
  press('a');
  field.remove();
  expect(guard.judge(at(now()))).toBe('given');
});
