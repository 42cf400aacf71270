import { afterEach, expect, it } from 'vitest';
import { readIn } from '../../core/domain/joined-text.ts';
import { factorDuties, platformDefaults, registrationDoors } from '../../core/domain/platform-settings.ts';
import { usualSmsBody } from '../../core/domain/sms-gateway.ts';
import { inWire } from '../../server/platform/platform.ts';
import en from './locales/en.json';
import simplified from './locales/zh-CN.json';
import traditional from './locales/zh-TW.json';
import { changeTexts, settings } from './setting-texts.ts';

const languages = { en, 'zh-CN': simplified, 'zh-TW': traditional };
const kept = inWire(platformDefaults);
afterEach(() => readIn('en'));
/** What of its texts a change was told with. */
function asked(texts: Readonly<Record<string, string>>, action: string, before: unknown, after: unknown) {
  const missing: string[] = [];
  const t = (key: string, params = {}): string => {
    if (texts[key] === undefined) missing.push(key);
    return Object.entries(params).reduce((text, [name, value]) => text.replace(`{{${name}}}`, String(value)), texts[key] ?? key);
  };
  readIn(Object.entries(languages).find(([, one]) => one === texts)?.[0] ?? '');
  const told = changeTexts(action, before, after, t);
  return { told, missing };
}

it('has a name for every setting that can change, in each language', () => {
  expect([...settings].sort()).toEqual(Object.keys(kept).sort());
  for (const [language, texts] of Object.entries(languages)) {
    const { told, missing } = asked(texts, 'platform.changed', {}, { ...kept, closed_venues: ['venue-far/far'] });
    expect({ language, told: told.length, missing }).toEqual({ language, told: settings.length, missing: [] });
  }
});

it('tells the values of settings in words', () => {
  for (const second_factor of factorDuties)
    for (const registration of registrationDoors)
      for (const texts of Object.values(languages))
        expect(
          asked(texts, 'platform.changed', { second_factor: 'x', registration: 'x' }, { second_factor, registration }).missing,
        ).toEqual(['registration.x', 'secondFactor.x']);
  const before = { second_factor: 'nobody', rebate_first: '0', languages: ['en'], sandbox: true, closed_venues: [] };
  const after = {
    second_factor: 'staff',
    rebate_first: '20.5',
    languages: ['en', 'zh-TW'],
    sandbox: false,
    closed_venues: ['venue-far/far'],
  };
  expect(asked(en, 'platform.changed', before, after).told).toEqual([
    'Languages offered: English → English, 繁體中文',
    'Second factor: Optional → Required for staff',
    'Referral rebate, %: 0 → 20.5',
    'Simulated exchanges: on → off',
    'Venues that are closed: none → venue-far/far',
  ]);
  expect(asked(simplified, 'platform.changed', before, after).told[0]).toBe('提供的语言：English → English、繁體中文');
});

it('tells what of mail server and gateway was changed, and of their secrets only that they were', () => {
  const mail = {
    host: 'mail.firm.example',
    port: 587,
    security: 'starttls',
    user: 'desk',
    sender: 'desk@firm.example',
    notify: 'ops@firm.example',
  };
  const sms = { url: 'https://sms.firm.example', header: 'Authorization', sender: 'Firm', body: usualSmsBody };
  for (const texts of Object.values(languages)) {
    const named = [
      asked(texts, 'mail-server.changed', null, { ...mail, password_changed: true }),
      asked(texts, 'sms-gateway.changed', null, { ...sms, secret_changed: true }),
    ];
    expect(named.map(({ told, missing }) => [told.length, missing])).toEqual([
      [7, []],
      [5, []],
    ]);
  }
  expect(asked(en, 'mail-server.changed', mail, { ...mail, port: 465, security: 'tls', password_changed: true }).told).toEqual([
    'Port: 587 → 465',
    'Encryption: STARTTLS → TLS',
    'Password: changed',
  ]);
  expect(asked(en, 'sms-gateway.changed', sms, null).told).toContain('Address of the gateway: https://sms.firm.example → none');
});

it('leaves out what there neither was nor is', () => {
  const sms = { url: 'https://sms.firm.example', header: '', sender: '', body: usualSmsBody };
  expect(asked(en, 'sms-gateway.changed', null, sms).told.map((one) => one.split(':')[0])).toEqual([
    'Address of the gateway',
    'Request body',
  ]);
  expect(asked(en, 'sms-gateway.changed', sms, null).told.join()).not.toContain('none → none');
});

it('leaves out of the set-up what it has not asked for', () => {
  const told = asked(en, 'platform.set-up', { firm_name: 'Tessera', rebate_first: '0' }, { firm_name: 'Meridian', ip: '127.0.0.1' }).told;
  expect(told).toEqual(['Firm name: Tessera → Meridian']);
});
