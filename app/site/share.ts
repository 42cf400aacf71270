import type { Language } from '../../core/client/settings/language.ts';

/** What a shared link shows of a page: a picture that the build draws. */
export interface SharedPage {
  readonly language: Language;
  /** Without its language. */
  readonly path: string;
  readonly title: string;
}

/** In pixels, as those who show links ask for it. */
export const shareSize = { width: 1200, height: 630 } as const;

/** Where the picture lies below the client's folder. */
export const shareFile = ({ language, path }: Pick<SharedPage, 'language' | 'path'>): string =>
  `share/${language}/${path.slice(1).replaceAll('/', '.')}.png`;
