import { observable, runInAction } from 'mobx';
import { expect, it } from 'vitest';
import { FakeApi } from '../../core/client/testing/fake-api.ts';
import { sayIn } from '../../core/client/testing/say-in.ts';
import type { NoticeOptions, OrderRefusal } from '../../core/contract/client-services.ts';
import type { Told } from '../../core/contract/notices.ts';
import en from '../../locales/en/app.json' with { type: 'json' };
import { announceRefusals } from './announce-refusals.ts';
import type { ClientServices } from './client-services.ts';

const say = sayIn(en);

const dayMs = 86_400_000;
const short = { by: 'HOUSE', code: 'ORDER_INSUFFICIENT_BALANCE', params: { asset: 'USDT' }, repeats: 0 } as const;
const refused = (timeMs: number, changes: Partial<OrderRefusal> = {}, side: 'BUY' | 'SELL' = 'BUY'): OrderRefusal =>
  ({
    timeMs,
    amends: false,
    refusal: short,
    order: { apiId: 1, instrumentId: 'tessera/BTCUSDT/spot', side },
    ...changes,
  }) as OrderRefusal;

const page = (refusals: readonly OrderRefusal[]) => {
  const asked: unknown[] = [];
  const shown: (readonly [kind: string, text: string, options: NoticeOptions])[] = [];
  const loading = observable({ accounts: true, markets: true });
  const services = {
    accounts: {
      get loading() {
        return loading.accounts;
      },
    },
    api: new FakeApi({
      orderRefusals: ({ query }) => {
        asked.push(query);
        return refusals;
      },
    }),
    markets: {
      get loading() {
        return loading.markets;
      },
      instrument: () => ({ symbol: 'BTCUSDT', exchange: 'tessera' }),
      exchangeTitle: () => 'Tessera',
    },
    notices: {
      show: (kind: string, text: Told, { detail = '', ...rest }: NoticeOptions) =>
        void shown.push([kind, say(text), { detail: say(detail), ...rest }]),
    },
  } as unknown as ClientServices;
  const stop = announceRefusals(services, () => 2 * dayMs);
  const load = async (): Promise<void> => {
    runInAction(() => Object.assign(loading, { accounts: false, markets: false }));
    await new Promise((resolve) => setTimeout(resolve));
  };
  return { asked, shown, load, stop };
};

it('tells what was refused within a day with its reason and time, once accounts and markets are known', async () => {
  const { asked, shown, load } = page([refused(77), refused(66, { amends: true }, 'SELL')]);
  expect(asked).toEqual([]);
  await load();
  expect(asked).toEqual([{ from: dayMs }]);
  const reason = 'ORDER_INSUFFICIENT_BALANCE {"asset":"USDT"}';
  expect(shown).toEqual([
    ['error', reason, { detail: 'Buy order refused · BTCUSDT · Tessera', pastMs: 77 }],
    ['error', reason, { detail: 'Change of a sell order refused · BTCUSDT · Tessera', pastMs: 66 }],
  ]);
});

it('makes one message of many for the same reason, with the time of the newest and their number, those that the server has joined counted', async () => {
  const { shown, load } = page([
    refused(99, { refusal: { ...short, repeats: 290 } }),
    refused(98),
    refused(97, { refusal: { ...short, code: 'ORDER_QTY_TOO_SMALL' } }),
  ]);
  await load();
  expect(shown.map(([, text, { detail, pastMs }]) => [text.split(' ')[0], detail, pastMs])).toEqual([
    ['ORDER_INSUFFICIENT_BALANCE', 'Buy order refused · BTCUSDT · Tessera · 292 times', 99],
    ['ORDER_QTY_TOO_SMALL', 'Buy order refused · BTCUSDT · Tessera', 97],
  ]);
});

it('tells nothing once it is closed', async () => {
  const { shown, load, stop } = page([refused(77)]);
  const loaded = load();
  void stop();
  await loaded;
  expect(shown).toEqual([]);
});
