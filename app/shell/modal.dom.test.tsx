import { act, useState } from 'react';
import { afterEach, expect, it } from 'vitest';
import { type Rendered, render } from '../../tests/kit/render.tsx';
import { Modal } from './modal.tsx';

let page: Rendered;
afterEach(() => page.close());

/** A button opens a dialog; `leaves`: it is off as long as that is open, and afterwards. */
function Opening({ leaves = false }: { readonly leaves?: boolean }) {
  const [opened, setOpened] = useState(0);
  const [isOpen, setOpen] = useState(false);
  const open = (): void => {
    setOpened(opened + 1);
    setOpen(true);
  };
  return (
    <main tabIndex={-1}>
      {!(leaves && opened > 0) && (
        <button type="button" onClick={open}>
          Open
        </button>
      )}
      {isOpen && (
        <Modal label="Asked" title="Asked" size="narrow" onClose={() => setOpen(false)}>
          <input />
        </Modal>
      )}
    </main>
  );
}

/** As by hand: what is pressed has the focus. */
async function openAndClose(): Promise<void> {
  const opener = page.container.querySelector('button');
  await act(async () => {
    opener?.focus();
    opener?.click();
  });
  expect(document.activeElement?.tagName).toBe('INPUT');
  await act(async () => page.container.querySelector<HTMLElement>('dialog button')?.click());
  expect(page.container.querySelector('dialog')).toBeNull();
}

it('gives the focus back to what opened it', async () => {
  page = await render(<Opening />);
  await openAndClose();
  expect(document.activeElement).toBe(page.container.querySelector('button'));
});

it('gives it to the page where what opened it is gone', async () => {
  page = await render(<Opening leaves />);
  await openAndClose();
  expect(document.activeElement?.tagName).toBe('MAIN');
});
