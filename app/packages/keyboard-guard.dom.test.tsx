import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { KeyboardGuard } from './keyboard-guard.ts';

let frame: HTMLIFrameElement;
let field: HTMLInputElement;
let button: HTMLButtonElement;
let guard: KeyboardGuard;
let stop: () => void;
let hasMouse: boolean;
let isOver: boolean;
beforeEach(() => {
  [frame, field, button] = [document.createElement('iframe'), document.createElement('input'), document.createElement('button')];
  document.body.append(frame, field, button);
  Object.assign(frame, { matches: () => isOver });
  [hasMouse, isOver] = [true, false];
  vi.stubGlobal('matchMedia', () => ({ matches: hasMouse }));
  guard = new KeyboardGuard(
    () => frame,
    (task) => task(),
  );
  stop = guard.watch();
});
afterEach(() => {
  stop();
  document.body.replaceChildren();
  vi.unstubAllGlobals();
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

it('gives the keyboard back to whoever has a field of the page, and closes what takes it a third time', () => {
  field.focus();
  expect(take(5_000)).toBe('taken');
  button.focus();
  field.focus();
  expect([take(), document.activeElement === field, take()]).toEqual(['taken', true, 'robbed']);
});

it('knows the field that somebody was in when the panel came', () => {
  stop();
  field.focus();
  guard = new KeyboardGuard(
    () => frame,
    (task) => task(),
  );
  stop = guard.watch();
  expect(take(5_000)).toBe('taken');
});

it('takes a click, or the key that goes on to the next field, for a hand', () => {
  field.focus();
  isOver = true;
  expect(take()).toBe('given');
  isOver = false;
  field.focus();
  press('Tab');
  expect(take(100)).toBe('given');
});

it('gives it back in the middle of a word wherever the mouse rests, and where there is none', () => {
  isOver = true;
  field.focus();
  press('a');
  expect(take(200)).toBe('taken');
  hasMouse = false;
  expect(take(2_000), 'a finger on the frame').toBe('given');
});

it('leaves it where no field was left for the frame', () => {
  button.focus();
  expect(guard.judge(at(now()))).toBe('given');
  field.focus();
  field.blur();
  expect(guard.judge(at(now() + 500)), 'a click beside the field, and later the frame').toBe('given');
  field.focus();
  field.remove();
  expect(guard.judge(at(now()))).toBe('given');
});
