import { expect, it } from 'vitest';
import { render } from '../../../tests/kit/render.tsx';
import { useUnsaved } from './use-unsaved.ts';

function Draft({ isUnsaved }: { readonly isUnsaved: boolean }) {
  useUnsaved(isUnsaved);
  return null;
}
const asks = (): boolean => !window.dispatchEvent(new Event('beforeunload', { cancelable: true }));

it('has the browser ask before a page is closed, as long as something on it is not saved', async () => {
  const page = await render(<Draft isUnsaved={false} />);
  expect(asks()).toBe(false);
  await page.update(<Draft isUnsaved />);
  expect(asks()).toBe(true);
  await page.update(<Draft isUnsaved={false} />);
  expect(asks()).toBe(false);
  await page.update(<Draft isUnsaved />);
  await page.close();
  expect(asks()).toBe(false);
});
