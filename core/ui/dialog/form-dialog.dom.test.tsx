import { act, useState } from 'react';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { type Rendered, render } from '../../../tests/kit/render.tsx';
import { FormDialog } from './form-dialog.tsx';

let page: Rendered;
// Dialogs come and go at once: nothing is left to be cancelled after its test.
const { animate } = Element.prototype;
beforeAll(() => void Reflect.set(Element.prototype, 'animate', undefined));
afterAll(() => void Reflect.set(Element.prototype, 'animate', animate));
afterEach(() => page.close());

/** A button opens a dialog, whose place a second one takes; `leaves`: the button goes and stays away. */
function Opening({ leaves = false }: { readonly leaves?: boolean }) {
  const [step, setStep] = useState(0);
  const going = (name: string, next: number) => (
    <button type="button" onClick={() => setStep(next)}>
      {name}
    </button>
  );
  return (
    <main tabIndex={-1}>
      {!(leaves && step > 0) && going('Open', 1)}
      {step === 1 && (
        <FormDialog key="fields" title="Fields" actions={going('Next', 2)} onClose={null}>
          <input />
        </FormDialog>
      )}
      {step === 2 && (
        <FormDialog key="confirm" title="Sure?" actions={going('Do it', 3)} onClose={null}>
          <input />
        </FormDialog>
      )}
    </main>
  );
}

const buttonOf = (name: string) => [...document.querySelectorAll('button')].find(({ textContent }) => textContent === name);
/** As by hand: what is pressed has the focus. */
const press = async (...names: readonly string[]): Promise<void> => {
  for (const name of names)
    await act(async () => {
      buttonOf(name)?.focus();
      buttonOf(name)?.click();
    });
};

it('gives the focus back to what opened it, past a dialog whose place it took', async () => {
  page = await render(<Opening />);
  await press('Open', 'Next');
  expect(document.activeElement?.closest('[role=dialog]')?.textContent).toContain('Sure?');
  await press('Do it');
  expect(document.querySelector('[role=dialog]')).toBeNull();
  expect(document.activeElement).toBe(buttonOf('Open'));
});

it('gives it to the page where what opened it is gone', async () => {
  page = await render(<Opening leaves />);
  await press('Open', 'Next', 'Do it');
  expect([document.querySelector('[role=dialog]'), document.activeElement?.tagName]).toEqual([null, 'MAIN']);
});
