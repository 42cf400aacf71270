import { createInstance } from 'i18next';
import { act, type ReactNode } from 'react';
import { createRoot } from 'react-dom/client';
import { I18nextProvider, initReactI18next } from 'react-i18next';
import type { Preferences } from '../../core/contract/client-services.ts';
import { shownParams } from '../../core/domain/numbers/text-params.ts';
import { type UiServices, UiServicesProvider } from '../../core/ui/ui-services.tsx';
import { giveSizes } from './ui/box-sizes.ts';

export interface Rendered {
  readonly container: HTMLElement;
  /** Draws again, after whatever the test changed. */
  update(node: ReactNode): Promise<void>;
  close(): Promise<void>;
}

const preferences: Preferences = { theme: 'dark', density: 'compact', redUp: false, timeZone: 'UTC', currency: 'USDT' };

let ids = 0;

/** Time stands still, frames run at once, prices hold, and every panel opens. */
export const stillServices: UiServices = {
  preferences,
  frames: { schedule: (task) => task(), cancel: () => undefined, leaveNext: () => undefined },
  timers: { nowMs: () => Date.UTC(2026, 10, 20, 12), after: () => () => undefined, every: () => () => undefined },
  prices: { connected: true, hasNetwork: true, ofExchange: () => null },
  newId: () => `id-${++ids}`,
  panelOf: (role) => `panel-of-${role}/main`,
  accessTo: () => ({ outcome: 'granted' }),
};

/**
 * Puts a component into a page, with the services and texts that panels have. Texts come as they are in the locale files:
 * `{ 'panel-depth': depthTexts }`; namespaces that are not given show their keys. Boxes are 800 × 400 px.
 */
export async function render(
  node: ReactNode,
  texts: Readonly<Record<string, object>> = {},
  services: UiServices = stillServices,
): Promise<Rendered> {
  Reflect.set(globalThis, 'IS_REACT_ACT_ENVIRONMENT', true);
  giveSizes();
  const i18n = createInstance();
  await i18n
    .use(shownParams)
    .use(initReactI18next)
    .init({
      lng: 'en',
      resources: { en: Object.fromEntries(Object.entries(texts).map(([namespace, keys]) => [namespace, { ...keys }])) },
      keySeparator: false,
      nsSeparator: false,
      interpolation: { escapeValue: false },
      react: { useSuspense: false },
    });
  const container = document.createElement('div');
  document.body.append(container);
  const root = createRoot(container);
  const draw = (inside: ReactNode): Promise<void> =>
    act(async () =>
      root.render(
        <I18nextProvider i18n={i18n}>
          <UiServicesProvider services={services}>{inside}</UiServicesProvider>
        </I18nextProvider>,
      ),
    );
  await draw(node);
  return {
    container,
    update: draw,
    async close() {
      await act(async () => root.unmount());
      container.remove();
    },
  };
}

/** Opens a select of the product and takes the option of this label. */
export async function choose(select: Element | null, label: string): Promise<void> {
  await act(async () => (select as HTMLElement).click());
  const list = document.getElementById(select?.getAttribute('aria-controls') ?? '');
  const option = [...(list?.querySelectorAll<HTMLElement>('[role=option]') ?? [])].find(({ textContent }) => textContent === label);
  if (option === undefined) throw new Error(`there is no option "${label}" in: ${list?.textContent ?? 'no list'}`);
  await act(async () => option.click());
}
