import { act, useState } from 'react';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import uiTexts from '../../../locales/en/ui.json';
import { type Rendered, render } from '../../../tests/kit/render.tsx';
import { DecimalInput } from '../text/decimal-input.tsx';
import { ReasonDialog } from './reason-dialog.tsx';
import { TwoStepDialog } from './two-step-dialog.tsx';

let page: Rendered;
// Dialogs come and go at once: nothing is left to be cancelled after its test.
const { animate } = Element.prototype;
beforeAll(() => void Reflect.set(Element.prototype, 'animate', undefined));
afterAll(() => void Reflect.set(Element.prototype, 'animate', animate));
afterEach(() => page.close());

const texts = { errorText: () => '' };
const words = { label: 'Reason', help: '', missing: 'Say why', cancel: 'Cancel' };
const ignored = (): void => undefined;
/** The name of what has the keyboard. */
const focused = (): string | undefined => {
  const active = document.activeElement;
  return active instanceof HTMLInputElement ? active.labels?.[0]?.textContent : active?.textContent;
};

function Move() {
  const [amount, setAmount] = useState('5');
  return (
    <TwoStepDialog
      title="Move"
      problems={{ amount: null }}
      confirmTitle="Move it?"
      confirmation={<p>5 USDT</p>}
      makeLabel="Move 5 USDT"
      make={async () => null}
      texts={texts}
      onClose={ignored}
      fields={() => (
        <>
          <button type="button">Asset</button>
          <DecimalInput label="Amount" value={amount} step="1" autoFocus onChange={setAmount} />
        </>
      )}
    />
  );
}

it('begins at the field that is asked for, and its second step at what will be done, which a key that is held down does not do', async () => {
  page = await render(<Move />, { ui: uiTexts });
  expect(focused()).toBe('Amount');
  await act(async () => document.querySelector('form')?.requestSubmit());
  expect(focused()).toBe('Move 5 USDT');
  const held = new KeyboardEvent('keydown', { key: 'Enter', repeat: true, bubbles: true, cancelable: true });
  await act(async () => void document.activeElement?.dispatchEvent(held));
  expect(held.defaultPrevented).toBe(true);
});

it('asks for the reason at once, but first for what is to be chosen before it', async () => {
  const asking = {
    title: 'Halt',
    text: '',
    confirmLabel: 'Halt',
    danger: true,
    words,
    texts,
    onConfirm: async () => null,
    onClose: ignored,
  };
  page = await render(<ReasonDialog {...asking} />, { ui: uiTexts });
  expect(focused()).toBe('Reason');
  await page.close();
  page = await render(
    <ReasonDialog {...asking}>
      <button type="button">Market</button>
    </ReasonDialog>,
    { ui: uiTexts },
  );
  expect(focused()).not.toBe('Reason');
});
