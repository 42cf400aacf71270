import { afterEach, expect, it } from 'vitest';
import { type Rendered, render } from '../../../tests/kit/render.tsx';
import { PageHead } from './page-head.tsx';

let page: Rendered;
afterEach(() => page.close());

it('keeps messages off the buttons that begin something, so that the next one can be begun at once', async () => {
  page = await render(
    <PageHead title="Users" lead="Everybody who can sign in.">
      <button type="button">Invite</button>
    </PageHead>,
  );
  expect(page.container.querySelector('button')?.closest('[data-keep-clear="action"]')).not.toBeNull();
});

it('takes no room from messages where a page begins nothing', async () => {
  page = await render(<PageHead title="Audit" lead="What was done." />);
  expect(page.container.querySelector('[data-keep-clear]')).toBeNull();
});
