import type { Language } from './language.ts';
import { isName } from './name.ts';

/** What a firm says of itself at the set-up, and may say otherwise later. */
export interface PlatformSettings {
  /** As it stands in titles and in the head of public pages. */
  readonly firmName: string;
  /** Of whoever has chosen none. */
  readonly language: Language;
}

/** Where nothing was said. */
export const platformDefaults: PlatformSettings = { firmName: 'Tessera', language: 'en' };

/** In one line, without white space at its ends. */
export const tidyFirmName = (typed: string): string => typed.normalize('NFC').replace(/\s+/gu, ' ').trim();
export const isFirmName = isName;
