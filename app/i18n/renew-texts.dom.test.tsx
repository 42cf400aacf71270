import { act, Suspense } from 'react';
import { createRoot } from 'react-dom/client';
import { I18nextProvider } from 'react-i18next';
import { expect, it } from 'vitest';
import { useText } from '../../core/ui/index.ts';
import { createI18n } from './create-i18n.ts';
import { renewTexts } from './renew-texts.ts';
import { TextLoaders } from './text-loaders.ts';

const Title = () => <h1>{useText('panel-late')('title')}</h1>;

it('shows the texts of a package to a view that named it before they were here, and those of its update', async () => {
  Reflect.set(globalThis, 'IS_REACT_ACT_ENVIRONMENT', true);
  const loaders = new TextLoaders();
  const give = (title: string) => loaders.add({ '/plugins/panel-late/locales/en.json': async () => ({ title }) });
  const i18n = await createI18n(loaders, 'en');
  const container = document.createElement('div');
  const root = createRoot(container);
  const shown = async (change: () => Promise<void> | void): Promise<string> => {
    await act(async () => change());
    return container.textContent;
  };
  const view = (
    <I18nextProvider i18n={i18n}>
      <Suspense fallback={null}>
        <Title />
      </Suspense>
    </I18nextProvider>
  );
  expect(await shown(() => root.render(view))).toBe('title');
  give('Spread');
  expect(await shown(() => renewTexts(i18n, 'panel-late'))).toBe('Spread');
  give('Spread of the market');
  expect(await shown(() => renewTexts(i18n, 'panel-late'))).toBe('Spread of the market');
  await act(async () => root.unmount());
});

it('loads the texts of a package that nobody has named', async () => {
  const loaders = new TextLoaders();
  const i18n = await createI18n(loaders, 'en');
  loaders.add({ '/plugins/panel-late/locales/en.json': async () => ({ title: 'Spread' }) });
  await renewTexts(i18n, 'panel-late');
  expect(i18n.t('title', { ns: 'panel-late' })).toBe('Spread');
});
