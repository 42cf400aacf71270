import { firmDataPlaceholder, firmPlaceholder } from '../../../core/contract/site.ts';
import { platformDefaults } from '../../../core/domain/platform-settings.ts';

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
/** As it may stand in words and attributes of a page. */
export const escaped = (text: string): string => text.replace(/[&<>"]/g, (character) => entities[character] ?? character);

const placeholders = new RegExp(`${firmDataPlaceholder}|${firmPlaceholder}`, 'g');
const runsOn = /<p data-runs-on="">[^<]*<\/p>/g;

/** A drawn page with the firm's name; that it runs on the product is said where the name is another. */
export function withFirmName(page: string, firm: string): string {
  const inData = JSON.stringify(firm).slice(1, -1).replaceAll('<', '\\u003c');
  // At once: a firm may be called as a placeholder is.
  const named = page.replace(placeholders, (one) => (one === firmDataPlaceholder ? inData : escaped(firm)));
  return firm === platformDefaults.firmName ? named.replace(runsOn, '') : named;
}
