import { createInstance, type i18n } from 'i18next';
import { initReactI18next } from 'react-i18next';
import { type Language, languages } from '../../core/client/settings/language.ts';
import { shownParams } from '../../core/domain/numbers/text-params.ts';
import type { TextLoaders } from './text-loaders.ts';

/** i18next with flat keys, one namespace per plugin, English as fallback. Resolves when the first texts are here. */
export async function createI18n(loaders: TextLoaders, language: Language): Promise<i18n> {
  const instance = createInstance();
  await instance
    .use(loaders.backend())
    .use(shownParams)
    .use(initReactI18next)
    .init({
      lng: language,
      fallbackLng: 'en',
      supportedLngs: [...languages],
      load: 'currentOnly',
      ns: ['app'],
      defaultNS: 'app',
      keySeparator: false,
      nsSeparator: false,
      interpolation: { escapeValue: false },
      react: { useSuspense: true },
    });
  return instance;
}
