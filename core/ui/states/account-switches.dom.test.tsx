import { act } from 'react';
import { afterEach, expect, it } from 'vitest';
import texts from '../../../locales/en/ui.json';
import { type Rendered, render } from '../../../tests/kit/render.tsx';
import type { Stream } from '../../contract/client-services.ts';
import type { TopicMessage } from '../../contract/stream-items.ts';
import { FrozenNote, useAccountSwitches } from './account-switches.tsx';

let screen: Rendered;
afterEach(() => screen.close());

it('says of each account in a list whether risk has frozen it and why, and follows what risk does', async () => {
  let hear: (message: TopicMessage) => void = () => undefined;
  const stream: Pick<Stream, 'subscribe'> = {
    subscribe: (_topic, listener) => {
      hear = listener;
      return () => undefined;
    },
  };
  const List = () => {
    const switches = useAccountSwitches(stream);
    return [7, 8].map((apiId) => (
      <p key={apiId}>
        <FrozenNote switches={switches} apiId={apiId} />
      </p>
    ));
  };
  screen = await render(<List />, { ui: texts });
  const tell = (k: 's' | 'd', ...d: object[]) => act(async () => hear({ k, t: 'switches', d } as unknown as TopicMessage));
  const said = () => [...screen.container.querySelectorAll('p')].map((one) => one.textContent);
  const halted = (about: string) => ({ about, instrument: null, reason: 'a fat finger', thrown_time: 0 });
  await tell('s', { apiId: 7, switches: [halted('account')] }, { apiId: 8, switches: [halted('everyone')] });
  expect(said()).toEqual(['Frozen by risk: a fat finger', '']);
  await tell('d', { apiId: 7, switches: [] });
  expect(said()).toEqual(['', '']);
});
