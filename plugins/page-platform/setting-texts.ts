import { listed } from '../../core/domain/joined-text.ts';
import { isLanguage, languageNames } from '../../core/domain/language.ts';
import type { MailServer } from '../../core/domain/mail-server.ts';
import type { SmsGatewayTerms } from '../../core/domain/sms-gateway.ts';
import type { Translate } from '../../core/ui/index.ts';
import type { PlatformView } from '../../schemas/wire/platform.ts';

export type Setting = keyof Omit<PlatformView, 'version'>;
type Values = Readonly<Record<string, unknown>>;

const settingTexts: Readonly<Record<Setting, string>> = {
  firm_name: 'field.firm',
  languages: 'field.languages',
  language: 'field.language',
  registration: 'field.registration',
  currency: 'field.currency',
  second_factor: 'field.secondFactor',
  rebate_first: 'field.rebateFirst',
  rebate_second: 'field.rebateSecond',
  sandbox: 'field.sandbox',
  closed_venues: 'field.closedVenues',
};
export const settings = Object.keys(settingTexts) as readonly Setting[];

const mailTexts: Readonly<Record<keyof MailServer | 'password_changed', string>> = {
  ...{ host: 'mail.host', port: 'mail.port', security: 'mail.security', user: 'mail.user', password_changed: 'mail.password' },
  ...{ sender: 'mail.sender', notify: 'mail.notify' },
};
const smsTexts: Readonly<Record<keyof SmsGatewayTerms | 'secret_changed', string>> = {
  ...{ url: 'sms.url', header: 'sms.header', secret_changed: 'sms.secret', sender: 'sms.sender', body: 'sms.body' },
};
const namesOf: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'platform.set-up': { ...settingTexts, mail_host: 'mail.host' },
  'platform.changed': settingTexts,
  'mail-server.changed': mailTexts,
  'sms-gateway.changed': smsTexts,
};
/** Under which texts the words stand that a setting may be. */
const wordsOf: Readonly<Record<string, string>> = {
  ...{ registration: 'registration', second_factor: 'secondFactor', security: 'mail.security' },
};

export const valuesOf = (value: unknown): Values => (typeof value === 'object' && value !== null ? (value as Values) : {});

/** What a change of the platform has changed, each by its name; what has none is told to nobody here. */
export function changeTexts(action: string, before: unknown, after: unknown, t: Translate): readonly string[] {
  const [was, is] = [valuesOf(before), valuesOf(after)];
  const textOf = (name: string, value: unknown): string => {
    if (typeof value === 'boolean') return t(value ? 'history.on' : 'history.off');
    if (wordsOf[name] !== undefined && typeof value === 'string') return t(`${wordsOf[name]}.${value}`);
    const texts = [value ?? ''].flat().map((one) => (isLanguage(one) ? languageNames[one] : String(one)));
    return listed(texts) || t('history.none');
  };
  return Object.entries(namesOf[action] ?? {})
    .filter(([name]) => name in (after === null ? was : is) && JSON.stringify(was[name]) !== JSON.stringify(is[name]))
    .flatMap(([name, text]) => {
      if (name.endsWith('_changed')) return [t('history.line', { setting: t(text), what: t('history.another') })];
      // What there was not and is not has two forms, and no difference for whoever reads.
      const [from, to] = [textOf(name, was[name]), textOf(name, is[name])];
      return from === to ? [] : [t('history.line', { setting: t(text), what: `${from} → ${to}` })];
    });
}
