import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { isLoopback, readSettings, SettingError, settingTable } from './settings.ts';

describe('settings', () => {
  it('have defaults that run on a bare machine, for this machine only', () => {
    expect(readSettings({}, [])).toMatchObject({
      port: 8080,
      host: '127.0.0.1',
      databaseUrl: null,
      masterKey: null,
      masterKeyFile: null,
      masterKeyCommand: null,
      replay: null,
      sessionHours: 24,
      origins: [],
      demo: false,
      watch: false,
    });
  });

  it('take an empty variable for an absent one', () => {
    expect(readSettings({ TESSERA_PORT: '' }, []).port).toBe(8080);
  });

  it('send mails with all that it takes, or none', () => {
    const mail = {
      TESSERA_SMTP_URL: 'smtps://mail.example',
      TESSERA_MAIL_FROM: 'desk@a.example',
      TESSERA_MAIL_TO: 'ann@a.example, bo@a.example',
    };
    expect(readSettings(mail, []).mail).toEqual({
      url: 'smtps://mail.example',
      from: 'desk@a.example',
      to: ['ann@a.example', 'bo@a.example'],
    });
    expect(readSettings({}, []).mail).toBeNull();
    for (const name of Object.keys(mail))
      expect(() => readSettings({ ...mail, [name]: '' }, [])).toThrow('TESSERA_SMTP_URL: goes with TESSERA_MAIL_FROM and TESSERA_MAIL_TO');
  });

  it.each([
    ['TESSERA_PORT', '80a'],
    ['TESSERA_PORT', '1e3'],
    ['TESSERA_PORT', '65536'],
    ['TESSERA_PORT', '-1'],
    ['TESSERA_PORT', '080'],
    ['TESSERA_HOST', 'a b'],
    ['TESSERA_DATABASE_URL', 'mysql://x'],
    ['TESSERA_DATABASE_URL', 'no url'],
    ['TESSERA_ADDRESS', '10.0.0.5:8080'],
    ['TESSERA_ADDRESS', 'http://10.0.0.5:8080/'],
    ['TESSERA_ADDRESS', 'ws://10.0.0.5:8080'],
    ['TESSERA_SMTP_URL', 'mail.example:587'],
    ['TESSERA_SMTP_URL', 'http://mail.example'],
    ['TESSERA_SMTP_URL', 'smtp://mail.example/?tls=no'],
    ['TESSERA_SMTP_URL', 'smtp://desk:100%sure@mail.example'],
    ['TESSERA_MAIL_FROM', 'Desk <desk@trade.example>'],
    ['TESSERA_MAIL_TO', 'ann@trade.example;bo@trade.example'],
    ['TESSERA_BUS', 'nats'],
    ['TESSERA_BUS', 'http://127.0.0.1:4222'],
    ['TESSERA_ROLES', 'gateway,jobs'],
    ['TESSERA_ROLES', 'gateway'],
    ['TESSERA_BUS', 'nats://127.0.0.1:4222'],
    ['TESSERA_MASTER_KEY', 'ab'],
    ['TESSERA_REPLAY', '/?speed=0'],
    ['TESSERA_REPLAY', '/?sped=60'],
    ['TESSERA_REPLAY', '/nonexistent'],
    ['TESSERA_REPLAY', fileURLToPath(import.meta.url)],
    ['TESSERA_SEED', '1.5'],
    ['TESSERA_LOG_LEVEL', 'loud'],
    ['TESSERA_TRUSTED_PROXIES', 'proxy.example'],
    ['TESSERA_TRUSTED_PROXIES', '10.0.0.1,'],
    ['TESSERA_SESSION_HOURS', '0'],
    ['TESSERA_SESSION_HOURS', '721'],
    ['TESSERA_SESSION_HOURS', '1.5'],
    ['TESSERA_ORIGINS', 'trade.example'],
    ['TESSERA_ORIGINS', 'https://trade.example/'],
    ['TESSERA_ORIGINS', 'https://a.example,'],
    ['TESSERA_ORIGINS', 'null'],
    ['TESSERA_SOCIAL', 'https://x.com/firm'],
  ])('%s=%s is refused by name and rule', (name, value) => {
    const { rule } = Object.values(settingTable).find((row) => row.name === name) ?? { rule: 'none' };
    expect(() => readSettings({ [name]: value }, [])).toThrow(`${name}: ${rule}`);
  });

  it('are refused all at once, each by name and rule', () => {
    const broken = { TESSERA_PORT: '80a', TESSERA_HOST: '0.0.0.0', TESSERA_SEED: '-1', TESSERA_LOG_LEVEL: 'loud' };
    const read = (): unknown => readSettings(broken, ['--fast', '--demo', '--slow']);
    expect(read).toThrow(SettingError);
    expect(read).toThrow(
      [
        '--fast: is not an argument; only --demo and --watch are',
        '--slow: is not an argument; only --demo and --watch are',
        `TESSERA_PORT: ${settingTable.port.rule}`,
        `TESSERA_SEED: ${settingTable.seed.rule}`,
        `TESSERA_LOG_LEVEL: ${settingTable.logLevel.rule}`,
        '--demo: needs TESSERA_HOST to be a loopback address, not 0.0.0.0: demo passwords are no secrets',
      ].join('\n'),
    );
  });

  it('take the addresses of proxies, and none by default', () => {
    expect(readSettings({}, []).trustedProxies).toEqual([]);
    expect(readSettings({ TESSERA_TRUSTED_PROXIES: '127.0.0.1, ::1' }, []).trustedProxies).toEqual(['127.0.0.1', '::1']);
  });

  it('do not show the value of a refused key', () => {
    expect(() => readSettings({ TESSERA_MASTER_KEY: 'secret' }, [])).not.toThrow('secret');
  });

  it('let the demo run on a loopback host only', () => {
    expect(readSettings({ TESSERA_HOST: '127.0.0.2' }, ['--demo']).demo).toBe(true);
    expect(() => readSettings({ TESSERA_HOST: '0.0.0.0' }, ['--demo'])).toThrow('--demo: needs TESSERA_HOST to be a loopback address');
    expect(() => readSettings({}, ['--fast'])).toThrow('--fast: is not an argument');
  });

  it.each([
    ['127.0.0.1', true],
    ['localhost', true],
    ['::1', true],
    ['0.0.0.0', false],
    ['::', false],
    ['127.evil.example', false],
    ['10.0.0.1', false],
  ])('know whether %s is this machine', (host, loopback) => {
    expect(isLoopback(host)).toBe(loopback);
  });
});
