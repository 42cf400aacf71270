import { existsSync, statSync } from 'node:fs';
import { isIP } from 'node:net';
import { resolve } from 'node:path';
import type { Places } from '../core/contract/places.ts';
import { isSmsUrl, type SmsBody, type SmsSettings, smsBody, smsHeader } from '../core/domain/sms-gateway.ts';
import { type SocialLink, socialLinksOf } from './gateway/pages/social-links.ts';
import { isSmtpUrl, type MailSettings, mailAddress, mailAddresses } from './mail/mail-settings.ts';
import { parseReplaySetting } from './market/recordings/recording-files.ts';
import { placesIn } from './session/places.ts';

/** How the server was told to run. Everything comes from the environment and the command line; nothing else reads them. */
export interface Settings {
  readonly port: number;
  readonly host: string;
  /** Where other servers of one PostgreSQL reach this one; null: at its host and port. */
  readonly address: string | null;
  readonly dataFolder: string;
  readonly databaseUrl: string | null;
  /** What this process is: everything, or a gateway beside the server that trades. */
  readonly roles: 'all' | 'gateway';
  /** Where the exchanges' journals lie. */
  readonly journal: 'file' | 'postgres';
  /** NATS for news between servers; null: they go through the PostgreSQL. */
  readonly bus: string | null;
  /** 32 bytes, or null: then the one in the data folder is used, made at the first run. */
  readonly masterKey: Buffer | null;
  /** File that holds the master key in place of the data folder's own. */
  readonly masterKeyFile: string | null;
  /** Command of the shell that prints the master key. */
  readonly masterKeyCommand: string | null;
  /** Recorded market data to replay, and market seconds per second. */
  readonly replay: { readonly folder: string; readonly speed: number | 'max' } | null;
  readonly seed: number;
  readonly logLevel: LogLevel;
  /** Below this the disk of the data folder counts as full. */
  readonly diskFloorBytes: number;
  /** Addresses of reverse proxies that tell the client's address truly. */
  readonly trustedProxies: readonly string[];
  /** Megabytes that may be stored for one user. */
  readonly userQuotaMb: number;
  /** After so many hours a session ends, however much it is used. */
  readonly sessionHours: number;
  /** Pages of other origins that may open sockets, beside the product's own. */
  readonly origins: readonly string[];
  /** Where the public site is on the web; null: at the host that a request names. */
  readonly publicUrl: string | null;
  /** In the footer of the public site; none: no such section. */
  readonly social: readonly SocialLink[];
  /** By which server mails to the house go; null: none are sent. */
  readonly mail: MailSettings | null;
  /** By which gateway text messages go; null: they wait in the outbox. */
  readonly sms: SmsSettings | null;
  /** Origins of push services beside those of the browsers' makers. */
  readonly pushServices: readonly string[];
  /** Where addresses of sessions lie; knows none without a database. */
  readonly places: Places;
  /** Simulated exchanges and demo accounts; only on a loopback host. */
  readonly demo: boolean;
  /** Reloads a strategy plugin when its folder changes; only from source. */
  readonly watch: boolean;
}

const logLevels = ['debug', 'info', 'warn', 'error', 'silent'] as const;
export type LogLevel = (typeof logLevels)[number];

/** Settings that cannot be used; each line of the message names the variable and the rule. */
export class SettingError extends Error {
  constructor(setting: string, rule: string, others: readonly SettingError[] = []) {
    super([`${setting}: ${rule}`, ...others.map(({ message }) => message)].join('\n'));
    this.name = 'SettingError';
  }
}

interface SettingRow<T> {
  readonly name: string;
  /** Used when the variable is absent or empty. */
  readonly fallback: string;
  readonly meaning: string;
  readonly rule: string;
  /** Undefined when the text breaks the rule. */
  readonly parse: (text: string) => T | undefined;
}

const row = <T>(definition: SettingRow<T>): SettingRow<T> => definition;

function wholeNumber(text: string, max: number): number | undefined {
  if (!/^(0|[1-9][0-9]*)$/.test(text)) return undefined;
  const value = Number(text);
  return value <= max ? value : undefined;
}

const isFolder = (path: string): boolean => existsSync(path) && statSync(path).isDirectory();

const isDatabaseUrl = (text: string): boolean => URL.canParse(text) && /^postgres(ql)?:$/.test(new URL(text).protocol);

const isServerAddress = (text: string): boolean =>
  URL.canParse(text) && /^https?:\/\//.test(text) && new URL(text).origin === text.toLowerCase();

const isNatsUrl = (text: string): boolean => URL.canParse(text) && new URL(text).protocol === 'nats:' && new URL(text).host !== '';

/** Every environment variable that the server knows. */
export const settingTable = {
  port: row({
    name: 'TESSERA_PORT',
    fallback: '8080',
    meaning: 'Port for HTTP and sockets; 0 takes any free one',
    rule: 'must be a whole number from 0 to 65535',
    parse: (text) => wholeNumber(text, 65_535),
  }),
  host: row({
    name: 'TESSERA_HOST',
    fallback: '127.0.0.1',
    meaning: 'Address to listen on; demo accounts need a loopback one',
    rule: 'must be a host name or an IP address without port',
    parse: (text) => (/^[A-Za-z0-9.:_-]+$/.test(text) ? text : undefined),
  }),
  address: row<string | null>({
    name: 'TESSERA_ADDRESS',
    fallback: '',
    meaning: 'Where other servers of one PostgreSQL reach this one, such as http://10.0.0.5:8080; absent: at its host and port',
    rule: 'must look like http://host:8080, without a path',
    parse: (text) => (text === '' ? null : isServerAddress(text) ? text : undefined),
  }),
  dataFolder: row({
    name: 'TESSERA_DATA',
    fallback: '.data',
    meaning: 'Folder of journals, the embedded database and the master key',
    rule: 'must be a path',
    parse: (text) => resolve(text),
  }),
  databaseUrl: row<string | null>({
    name: 'TESSERA_DATABASE_URL',
    fallback: '',
    meaning: 'PostgreSQL to use instead of the embedded database',
    rule: 'must look like postgres://user:password@host:5432/database',
    parse: (text) => (text === '' ? null : isDatabaseUrl(text) ? text : undefined),
  }),
  roles: row<Settings['roles']>({
    name: 'TESSERA_ROLES',
    fallback: 'all',
    meaning: 'What this process is: `all`, or `gateway`, which serves beside the server that trades and never takes its place',
    rule: 'must be all or gateway, the latter with TESSERA_DATABASE_URL',
    parse: (text) => (text === 'all' || text === 'gateway' ? text : undefined),
  }),
  journal: row<Settings['journal']>({
    name: 'TESSERA_JOURNAL',
    fallback: 'file',
    meaning: "Where the exchanges' journals lie: files of the data folder, or rows of the PostgreSQL, which another server can take over",
    rule: 'must be file or postgres, the latter with TESSERA_DATABASE_URL',
    parse: (text) => (text === 'file' || text === 'postgres' ? text : undefined),
  }),
  bus: row<string | null>({
    name: 'TESSERA_BUS',
    fallback: '',
    meaning: 'NATS through which servers of one PostgreSQL tell each other what has changed; absent: through the PostgreSQL',
    rule: 'must look like nats://host:4222, or several of them separated by commas, with TESSERA_DATABASE_URL',
    parse: (text) => (text === '' ? null : text.split(',').every(isNatsUrl) ? text : undefined),
  }),
  masterKey: row<Buffer | null>({
    name: 'TESSERA_MASTER_KEY',
    fallback: '',
    meaning: 'Key under which secrets are kept; absent: made at the first run in the data folder',
    rule: 'must be 64 hexadecimal digits',
    parse: (text) => (text === '' ? null : /^[0-9a-fA-F]{64}$/.test(text) ? Buffer.from(text, 'hex') : undefined),
  }),
  masterKeyFile: row<string | null>({
    name: 'TESSERA_MASTER_KEY_FILE',
    fallback: '',
    meaning: 'File with the master key, such as one that a service manager mounts, in place of the one in the data folder',
    rule: 'must be a file that is there',
    parse: (text) => (text === '' ? null : existsSync(text) && statSync(text).isFile() ? resolve(text) : undefined),
  }),
  masterKeyCommand: row<string | null>({
    name: 'TESSERA_MASTER_KEY_COMMAND',
    fallback: '',
    meaning: 'Command of the shell that prints the master key, asked once at each start',
    rule: 'must be a command',
    parse: (text) => (text === '' ? null : text.trim() === '' ? undefined : text),
  }),
  replay: row<Settings['replay']>({
    name: 'TESSERA_REPLAY',
    fallback: '',
    meaning: 'Folder of recorded market data to replay, with an optional ?speed=60 or ?speed=max',
    rule: 'must be a folder that is there, with nothing after it but ?speed=max or ?speed= and a number from 1 to 1000',
    parse: (text) => {
      if (text === '') return null;
      const replay = parseReplaySetting(text);
      return replay !== null && isFolder(replay.folder) ? { ...replay, folder: resolve(replay.folder) } : undefined;
    },
  }),
  seed: row({
    name: 'TESSERA_SEED',
    fallback: '1',
    meaning: 'Seed of simulated markets',
    rule: 'must be a whole number from 0 to 4294967295',
    parse: (text) => wholeNumber(text, 4_294_967_295),
  }),
  logLevel: row<LogLevel>({
    name: 'TESSERA_LOG_LEVEL',
    fallback: 'info',
    meaning: 'Least severity that is logged',
    rule: `must be one of ${logLevels.join(', ')}`,
    parse: (text) => logLevels.find((level) => level === text),
  }),
  userQuotaMb: row({
    name: 'TESSERA_USER_QUOTA_MB',
    fallback: '200',
    meaning: 'Megabytes that may be stored for one user: workspaces, charts, templates, backtests, histories of strategies',
    rule: 'must be a whole number from 1 to 1000000',
    parse: (text) => {
      const megabytes = wholeNumber(text, 1_000_000);
      return megabytes === 0 ? undefined : megabytes;
    },
  }),
  diskFloorBytes: row({
    name: 'TESSERA_DISK_FLOOR',
    fallback: '64',
    meaning:
      'Megabytes that must be free on the disk of the data folder: with less, new orders are refused and cancels go on; 0 never refuses',
    rule: 'must be a whole number from 0 to 1000000',
    parse: (text) => {
      const megabytes = wholeNumber(text, 1_000_000);
      return megabytes === undefined ? undefined : megabytes * 2 ** 20;
    },
  }),
  trustedProxies: row<readonly string[]>({
    name: 'TESSERA_TRUSTED_PROXIES',
    fallback: '',
    meaning: 'Addresses of reverse proxies whose X-Forwarded-For is believed; absent: none',
    rule: 'must be IP addresses separated by commas',
    parse: (text) => {
      const addresses = text === '' ? [] : text.split(',').map((address) => address.trim());
      return addresses.every((address) => isIP(address) !== 0) ? addresses : undefined;
    },
  }),
  sessionHours: row({
    name: 'TESSERA_SESSION_HOURS',
    fallback: '24',
    meaning: 'Hours after which a session ends, however much it is used; unused it ends after 12 in any case',
    rule: 'must be a whole number from 1 to 720',
    parse: (text) => (text === '0' ? undefined : wholeNumber(text, 720)),
  }),
  origins: row<readonly string[]>({
    name: 'TESSERA_ORIGINS',
    fallback: '',
    meaning: 'Origins whose pages may open sockets beside the own one, as behind a proxy that changes the host; absent: none',
    rule: 'must be origins such as https://trade.example, separated by commas',
    parse: (text) => {
      const origins = text === '' ? [] : text.split(',').map((origin) => origin.trim());
      return origins.every((origin) => URL.canParse(origin) && new URL(origin).origin === origin) ? origins : undefined;
    },
  }),
  publicUrl: row<string | null>({
    name: 'TESSERA_PUBLIC_URL',
    fallback: '',
    meaning:
      'Where the public site is on the web, such as https://trade.example, for search engines and shared links; absent: at the host of the request',
    rule: 'must look like https://host, without a path',
    parse: (text) => (text === '' ? null : isServerAddress(text) ? text.toLowerCase() : undefined),
  }),
  social: row<readonly SocialLink[]>({
    name: 'TESSERA_SOCIAL',
    fallback: '',
    meaning: 'Social media in the footer of the public site, such as X=https://x.com/firm; absent: none',
    rule: 'must be names with https addresses such as X=https://x.com/firm, separated by commas, each name once',
    parse: socialLinksOf,
  }),
  smtpUrl: row<string | null>({
    name: 'TESSERA_SMTP_URL',
    fallback: '',
    meaning:
      'Server that mails to the house and to people go by, such as `smtp://user:password@mail.example:587` or `smtps://`, always encrypted except on this machine; absent: none are sent, and those to people wait in the outbox',
    rule: 'must look like smtp://user:password@host:587 or smtps://user:password@host, without a path',
    parse: (text) => (text === '' ? null : isSmtpUrl(text) ? text : undefined),
  }),
  mailFrom: row<string | null>({
    name: 'TESSERA_MAIL_FROM',
    fallback: '',
    meaning: 'Address that mails come from; needed with TESSERA_SMTP_URL',
    rule: 'must be one address such as desk@trade.example',
    parse: mailAddress,
  }),
  mailTo: row<readonly string[]>({
    name: 'TESSERA_MAIL_TO',
    fallback: '',
    meaning: 'Addresses that are told of letters of visitors, separated by commas; needed with TESSERA_SMTP_URL',
    rule: 'must be addresses such as desk@trade.example, separated by commas',
    parse: mailAddresses,
  }),
  smsUrl: row<string | null>({
    name: 'TESSERA_SMS_URL',
    fallback: '',
    meaning: 'HTTP gateway that text messages to people go by, `https://` except on this machine; absent: they wait in the outbox',
    rule: 'must look like https://gateway.example/messages, without user and password',
    parse: (text) => (text === '' ? null : isSmsUrl(text, isLoopback) ? text : undefined),
  }),
  smsHeader: row<SmsSettings['header']>({
    name: 'TESSERA_SMS_HEADER',
    fallback: '',
    meaning: 'Header that opens the gateway of text messages, such as `Authorization: Bearer token`',
    rule: 'must look like Name: value',
    parse: smsHeader,
  }),
  smsBody: row<SmsBody>({
    name: 'TESSERA_SMS_BODY',
    fallback: '{"to":"{to}","text":"{text}"}',
    meaning: 'What the gateway of text messages is sent: JSON of its own shape, with `{to}` and `{text}` in its texts',
    rule: 'must be JSON with {to} and {text} in its texts',
    parse: smsBody,
  }),
  pushServices: row<readonly string[]>({
    name: 'TESSERA_PUSH_SERVICES',
    fallback: '',
    meaning: "Push services that devices may have beside those of the browsers' makers, such as https://push.example, separated by commas",
    rule: 'must be origins such as https://push.example, separated by commas; http:// only on this machine',
    parse: (text) => {
      const origins = text === '' ? [] : text.split(',').map((origin) => origin.trim());
      return origins.every((origin) => isSmsUrl(origin, isLoopback) && new URL(origin).origin === origin) ? origins : undefined;
    },
  }),
  places: row<Places>({
    name: 'TESSERA_PLACES',
    fallback: '',
    meaning: "Database of places in MaxMind's format (.mmdb), by which sessions and sign-ins say where they are; read at the start",
    rule: 'must be a database of countries or cities in the format .mmdb',
    parse: placesIn,
  }),
} as const;

/** Reads all settings; throws one {@link SettingError} about all that break their rules. */
export function readSettings(environment: Readonly<Record<string, string | undefined>>, args: readonly string[]): Settings {
  const problems: (readonly [setting: string, rule: string])[] = args
    .filter((argument) => argument !== '--demo' && argument !== '--watch')
    .map((unknown) => [unknown, 'is not an argument; only --demo and --watch are']);
  const read = <T>({ name, fallback, rule, parse }: SettingRow<T>): T => {
    const given = environment[name];
    const value = parse(given === undefined || given === '' ? fallback : given);
    if (value !== undefined) return value;
    problems.push([name, rule]);
    // Nobody sees it: what has problems is not returned.
    return parse(fallback) as T;
  };
  const [smsUrl, header, body] = [read(settingTable.smsUrl), read(settingTable.smsHeader), read(settingTable.smsBody)];
  const [url, from, to] = [read(settingTable.smtpUrl), read(settingTable.mailFrom), read(settingTable.mailTo)];
  const settings: Settings = {
    port: read(settingTable.port),
    host: read(settingTable.host),
    address: read(settingTable.address),
    dataFolder: read(settingTable.dataFolder),
    databaseUrl: read(settingTable.databaseUrl),
    roles: read(settingTable.roles),
    journal: read(settingTable.journal),
    bus: read(settingTable.bus),
    masterKey: read(settingTable.masterKey),
    masterKeyFile: read(settingTable.masterKeyFile),
    masterKeyCommand: read(settingTable.masterKeyCommand),
    replay: read(settingTable.replay),
    seed: read(settingTable.seed),
    logLevel: read(settingTable.logLevel),
    userQuotaMb: read(settingTable.userQuotaMb),
    diskFloorBytes: read(settingTable.diskFloorBytes),
    trustedProxies: read(settingTable.trustedProxies),
    sessionHours: read(settingTable.sessionHours),
    origins: read(settingTable.origins),
    publicUrl: read(settingTable.publicUrl),
    social: read(settingTable.social),
    mail: url === null || from === null || to.length === 0 ? null : { url, from, to },
    pushServices: read(settingTable.pushServices),
    places: read(settingTable.places),
    sms: smsUrl === null ? null : { url: smsUrl, header, body },
    demo: args.includes('--demo'),
    watch: args.includes('--watch'),
  };
  if (settings.demo && !isLoopback(settings.host)) {
    problems.push(['--demo', `needs TESSERA_HOST to be a loopback address, not ${settings.host}: demo passwords are no secrets`]);
  }
  if (settings.journal === 'postgres' && settings.databaseUrl === null) {
    problems.push([settingTable.journal.name, settingTable.journal.rule]);
  }
  if (settings.roles === 'gateway' && settings.databaseUrl === null) problems.push([settingTable.roles.name, settingTable.roles.rule]);
  if (settings.bus !== null && settings.databaseUrl === null) problems.push([settingTable.bus.name, settingTable.bus.rule]);
  const mailed = [url !== null, from !== null, to.length > 0];
  if (mailed.includes(true) && mailed.includes(false)) {
    problems.push([
      settingTable.smtpUrl.name,
      `goes with ${settingTable.mailFrom.name} and ${settingTable.mailTo.name}: all three, or none`,
    ]);
  }
  const [first, ...others] = problems;
  if (first !== undefined)
    throw new SettingError(
      ...first,
      others.map((problem) => new SettingError(...problem)),
    );
  return settings;
}

/** True when only this machine can connect. */
export const isLoopback = (host: string): boolean => host === 'localhost' || host === '::1' || /^127(\.\d{1,3}){3}$/.test(host);
