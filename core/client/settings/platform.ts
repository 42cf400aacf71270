import { inOrder, isLanguage } from '../../domain/language.ts';
import { isHouseCurrency, isRegistrationDoor, type PlatformSettings, platformDefaults } from '../../domain/platform-settings.ts';

/** What the firm says of itself, as the server wrote it on the page's first element. */
export function platformOn({
  dataset,
}: Pick<HTMLElement, 'dataset'>): Omit<PlatformSettings, 'sandbox' | 'closedVenues' | 'secondFactor' | 'rebateFirst' | 'rebateSecond'> {
  const { firm, languages, language, registration, currency } = dataset;
  const offered = inOrder((languages ?? '').split(' ').filter(isLanguage));
  return {
    firmName: firm || platformDefaults.firmName,
    languages: offered.length > 0 ? offered : platformDefaults.languages,
    language: isLanguage(language) ? language : platformDefaults.language,
    registration: isRegistrationDoor(registration) ? registration : platformDefaults.registration,
    currency: isHouseCurrency(currency) ? currency : platformDefaults.currency,
  };
}
