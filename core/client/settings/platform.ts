import { isLanguage } from '../../domain/language.ts';
import { isHouseCurrency, isRegistrationDoor, type PlatformSettings, platformDefaults } from '../../domain/platform-settings.ts';

/** What the firm says of itself, as the server wrote it on the page's first element. */
export function platformOn({ dataset }: Pick<HTMLElement, 'dataset'>): Omit<PlatformSettings, 'sandbox' | 'secondFactor'> {
  const { firm, language, registration, currency } = dataset;
  return {
    firmName: firm || platformDefaults.firmName,
    language: isLanguage(language) ? language : platformDefaults.language,
    registration: isRegistrationDoor(registration) ? registration : platformDefaults.registration,
    currency: isHouseCurrency(currency) ? currency : platformDefaults.currency,
  };
}
