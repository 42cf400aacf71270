import { type FieldFault, formFault, tidyForm } from './form-rules.ts';

/** What the house tells everybody: in English, and in other languages where somebody has written it. */
export const announcementLanguages = ['en', 'zh-CN', 'zh-TW'] as const;
export type AnnouncementLanguage = (typeof announcementLanguages)[number];

export const announcementStates = ['scheduled', 'published', 'withdrawn'] as const;
export type AnnouncementState = (typeof announcementStates)[number];

export const announcementRules = {
  title: { kind: 'text', most: 120, required: true },
  text: { kind: 'text', most: 4_000, required: true },
} as const;

export interface AnnouncementText {
  readonly title: string;
  readonly text: string;
}
/** A language that is absent reads the English one. */
export type AnnouncementTexts = { readonly en: AnnouncementText } & { readonly [L in AnnouncementLanguage]?: AnnouncementText };
type TypedTexts = { readonly [L in AnnouncementLanguage]?: Partial<AnnouncementText> | undefined };

/** Tidy, titles in one line, without the languages in which nothing was typed. */
export function tidyAnnouncement(typed: TypedTexts): AnnouncementTexts {
  const texts: { [L in AnnouncementLanguage]?: AnnouncementText } = {};
  for (const language of announcementLanguages) {
    const { title, text } = tidyForm(announcementRules, typed[language] ?? {});
    if (language === 'en' || title !== '' || text !== '') texts[language] = { title: title.replace(/\s+/g, ' '), text };
  }
  return { ...texts, en: texts.en ?? { title: '', text: '' } };
}

/** The first field that breaks its rule, as in `zh-CN.title`; null: none. `texts` are tidy. */
export function announcementFault(texts: AnnouncementTexts): FieldFault | null {
  for (const language of announcementLanguages) {
    const text = texts[language];
    const fault = text === undefined ? null : formFault(announcementRules, { title: text.title, text: text.text });
    if (fault !== null) return { ...fault, field: `${language}.${fault.field}` };
  }
  return null;
}
