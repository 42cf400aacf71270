import { createInstance, type i18n } from 'i18next';
import { initReactI18next } from 'react-i18next';
import type { Language } from '../../core/client/settings/language.ts';
import { TextsStore } from '../../core/client/settings/texts-store.ts';
import { shownParams } from '../../core/domain/numbers/text-params.ts';
import type { FrameState } from '../packages/bridge.ts';

/** Texts that the page brings, one language at a time. */
export class FrameTexts {
  readonly i18n: i18n;
  readonly store: TextsStore;

  private constructor(i18n: i18n) {
    this.i18n = i18n;
    this.store = new TextsStore(i18n);
  }

  static async open({ language, texts }: Pick<FrameState, 'language' | 'texts'>): Promise<FrameTexts> {
    const instance = createInstance();
    await instance
      .use(shownParams)
      .use(initReactI18next)
      .init({
        lng: language,
        fallbackLng: false,
        resources: { [language]: texts },
        keySeparator: false,
        nsSeparator: false,
        interpolation: { escapeValue: false },
        react: { useSuspense: false },
      });
    return new FrameTexts(instance);
  }

  async show(language: string, texts: FrameState['texts']): Promise<void> {
    for (const [namespace, bundle] of Object.entries(texts)) this.i18n.addResourceBundle(language, namespace, bundle, false, true);
    await this.store.use(language as Language);
  }
}
