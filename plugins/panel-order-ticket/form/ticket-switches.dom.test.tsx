import { act } from 'react';
import { afterEach, expect, it } from 'vitest';
import { someInstrument } from '../../../core/client/testing/views.ts';
import type { TopicMessage } from '../../../core/contract/stream-items.ts';
import { type Rendered, render, stillServices } from '../../../tests/kit/render.tsx';
import texts from '../locales/en.json';
import type { Services } from '../requires.ts';
import { TicketSwitches } from './ticket-switches.tsx';

let screen: Rendered;
afterEach(() => screen.close());

it('says what risk has stopped, for this account and this market alone, until it is lifted', async () => {
  const market = someInstrument('tessera');
  let hear: (message: TopicMessage) => void = () => undefined;
  const stream = {
    subscribe: (_topic: string, listener: typeof hear) => {
      hear = listener;
      return () => undefined;
    },
  } as unknown as Services['stream'];
  screen = await render(
    <TicketSwitches stream={stream} instrument={market} apiId={7} />,
    { 'panel-order-ticket': texts },
    { ...stillServices, preferences: { ...stillServices.preferences, timeZone: 'UTC' } },
  );
  const tell = (k: 's' | 'd', ...d: object[]) => act(async () => hear({ k, t: 'switches', d } as unknown as TopicMessage));
  const said = () => [...screen.container.querySelectorAll('p')].map((one) => one.textContent);
  const halted = (about: string, instrument: string | null = null) => ({ about, instrument, reason: 'a fat finger', thrown_time: 0 });

  await tell('s', { apiId: 7, switches: [halted('market', 'tessera/OTHER/spot')] }, { apiId: 8, switches: [halted('account')] });
  expect(said()).toEqual([]);
  await tell('d', { apiId: 7, switches: [halted('everyone'), halted('market', market.id)] });
  expect(said()).toEqual([
    expect.stringMatching(/^Risk has halted all trading since .*00:00:00\. New orders are refused; .* Reason: a fat finger$/),
    expect.stringContaining(`Risk has halted ${market.symbol} since`),
  ]);
  await tell('d', { apiId: 7, switches: [] });
  expect(said()).toEqual([]);
});
