import { createInstance, type i18n } from 'i18next';
import { act, Suspense } from 'react';
import { createRoot } from 'react-dom/client';
import { I18nextProvider, initReactI18next } from 'react-i18next';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { shownParams } from '../../domain/numbers/text-params.ts';
import { useText, useTexts } from './use-text.ts';

const files: Record<string, Record<string, string>> = {
  'en/shop': {
    title: 'Shop',
    price: 'Costs {{price, amount}} {{asset}}',
    left_one: '{{count}} is left',
    left_other: '{{count}} are left',
    nested: '$t(title), open',
  },
  'zh-CN/shop': { title: '商店', price: '价格 {{price, amount}} {{asset}}' },
  'en/till': { title: 'Till' },
};

let texts: i18n;
let container: HTMLElement;
let end: () => Promise<void>;
const seen: unknown[] = [];
/** English files that have been asked for and have not come. */
const waiting: (() => void)[] = [];

function Shop() {
  const t = useText('shop');
  seen.push(t);
  return (
    <p>
      {[
        t('title'),
        t('price', { price: '3000', asset: 'BTC' }),
        t('left', { count: 1 }),
        t('left', { count: 2 }),
        t('nested'),
        t('none'),
      ].join('|')}
    </p>
  );
}

beforeEach(async () => {
  Reflect.set(globalThis, 'IS_REACT_ACT_ENVIRONMENT', true);
  seen.length = 0;
  texts = createInstance();
  await texts
    .use({
      type: 'backend',
      init: () => undefined,
      read: (lng: string, ns: string, done: (error: null, data: object) => void) => {
        const come = (): void => done(null, files[`${lng}/${ns}`] ?? {});
        if (lng === 'en') waiting.push(come);
        else setTimeout(come);
      },
    })
    .use(shownParams)
    .use(initReactI18next)
    .init({ lng: 'en', fallbackLng: 'en', ns: [], keySeparator: false, nsSeparator: false, interpolation: { escapeValue: false } });
  container = document.createElement('div');
  const root = createRoot(container);
  end = () => act(async () => root.unmount());
  await act(async () =>
    root.render(
      <I18nextProvider i18n={texts}>
        <Suspense fallback="waits">
          <Shop />
        </Suspense>
      </I18nextProvider>,
    ),
  );
});
afterEach(() => end());

const settled = () =>
  act(async () => {
    for (const come of waiting.splice(0)) come();
    await new Promise((done) => setTimeout(done, 20));
  });

it('waits for its file, then gives words with their parameters, numbers and other words in them', async () => {
  expect(container.textContent).toBe('waits');
  await settled();
  expect(container.textContent).toBe('Shop|Costs 3,000 BTC|1 is left|2 are left|Shop, open|none');
});

it('follows the language, and falls back to English', async () => {
  await settled();
  await act(async () => void (await texts.changeLanguage('zh-CN')));
  await settled();
  expect(container.textContent).toBe('商店|价格 3,000 BTC|1 is left|2 are left|商店, open|none');
});

it('gives the same function for the same language, so that nothing is drawn anew for it', async () => {
  await settled();
  await act(async () => void (await texts.changeLanguage('zh-CN')));
  await act(async () => void (await texts.changeLanguage('en')));
  const first = seen.at(-1);
  await act(async () => void (await texts.changeLanguage('zh-CN')));
  await act(async () => void (await texts.changeLanguage('en')));
  expect(seen.at(-1)).toBe(first);
});

it('gives the new words of a file that was loaded anew', async () => {
  await settled();
  await act(async () => void texts.addResourceBundle('en', 'shop', { title: 'Market' }, true, true));
  const again = createRoot(document.createElement('div'));
  await act(async () =>
    again.render(
      <I18nextProvider i18n={texts}>
        <Shop />
      </I18nextProvider>,
    ),
  );
  expect((seen.at(-1) as (key: string) => string)('title')).toBe('Market');
  await act(async () => again.unmount());
});

it('waits for the file of each of several, also of those that join later', async () => {
  function Titles({ of }: { readonly of: readonly string[] }) {
    const textsOf = useTexts(of);
    return <p>{of.map((one) => textsOf(one)('title')).join('|')}</p>;
  }
  const place = document.createElement('div');
  const root = createRoot(place);
  const show = (...of: readonly string[]) =>
    act(async () =>
      root.render(
        <I18nextProvider i18n={texts}>
          <Suspense fallback="waits">
            <Titles of={of} />
          </Suspense>
        </I18nextProvider>,
      ),
    );
  await show('shop');
  await settled();
  expect(place.textContent).toBe('Shop');
  await show('shop', 'till');
  await settled();
  expect(place.textContent).toBe('Shop|Till');
  await act(async () => root.unmount());
});
