import { createInstance, type i18n } from 'i18next';
import { languages } from '../../core/client/settings/language.ts';
import { shownParams } from '../../core/domain/numbers/text-params.ts';
import { flatTexts } from '../i18n/flat-texts.ts';
import type { SitePlugin } from './site-plugin.ts';

type Texts = Parameters<typeof flatTexts>[0];

const houseTexts = import.meta.glob<Texts>('../../locales/*/{site,errors}.json', { eager: true, import: 'default' });

/** The room of what is said around every page. */
export const frameRoom = 'site';
/** What any page may say: the words of the frame, and the sentences of refusals. */
const houseRooms = [frameRoom, 'errors'] as const;

export type SiteText = (key: string, values?: Readonly<Record<string, string | number>>) => string;

/** All texts of the public site. A text that is missing in a language ends the build: nobody would see it fall back to English. */
export class SiteTexts {
  readonly #i18n: i18n;

  constructor(plugins: readonly SitePlugin[]) {
    this.#i18n = createInstance();
    const rooms = (language: string) => [
      ...houseRooms.map((room) => [room, flatTexts(houseTexts[`../../locales/${language}/${room}.json`] ?? {})]),
      ...plugins.map(({ manifest, texts }) => [manifest.id, flatTexts(texts[language] ?? {})]),
    ];
    void this.#i18n.use(shownParams).init({
      initAsync: false,
      fallbackLng: false,
      keySeparator: false,
      nsSeparator: false,
      interpolation: { escapeValue: false },
      resources: Object.fromEntries(languages.map((language) => [language, Object.fromEntries(rooms(language))])),
    });
  }

  /** Texts of a plugin, or of the frame, by their keys there. */
  of(room: string, language: string): SiteText {
    return (key, values = {}) => {
      const place = { lng: language, ns: room };
      if (!this.#i18n.exists(key, { ...place, ...values })) throw new Error(`the text "${key}" of "${room}" is missing in ${language}`);
      return this.#i18n.t(key, { ...place, ...values });
    };
  }

  /** A key of a manifest, which begins with its plugin. */
  ofManifest(pluginId: string, key: string, language: string): string {
    return this.of(pluginId, language)(key.slice(pluginId.length + 1));
  }
}
