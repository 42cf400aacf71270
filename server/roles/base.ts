import { randomUUID } from 'node:crypto';
import type { Disposer } from '../../core/contract/token.ts';
import { RoleBook } from '../../core/domain/accounts/role-book.ts';
import type { Language } from '../../core/domain/language.ts';
import { type PlatformSettings, readIn } from '../../core/domain/platform-settings.ts';
import { openBackupDoor } from '../backup/backup-door.ts';
import { openBus } from '../bus/bus.ts';
import { chosenCarrier } from '../bus/chosen-carrier.ts';
import { SystemClock } from '../clock.ts';
import { openDataFolder } from '../data-folder.ts';
import { AddressCodes } from '../deliveries/address-codes.ts';
import type { Channels } from '../deliveries/delivering.ts';
import { HouseSmsDoor } from '../deliveries/house-sms.ts';
import { NoticeLetters } from '../deliveries/notice-letters.ts';
import { PushBook } from '../deliveries/push/push-book.ts';
import { PushChannel } from '../deliveries/push/push-channel.ts';
import { testNotice } from '../deliveries/push/test-notice.ts';
import { Vapid } from '../deliveries/push/vapid.ts';
import { StoredDeliveries } from '../deliveries/stored-deliveries.ts';
import { DiskWatch } from '../disk-watch.ts';
import { Metrics } from '../gateway/pages/metrics.ts';
import { openIdentity } from '../identity.ts';
import { HouseMailDoor } from '../mail/house-mail.ts';
import { Platform } from '../platform/platform.ts';
import type { ServerOptions } from '../running-server.ts';
import { followKeys } from '../secrets/follow-keys.ts';
import { KeyRing } from '../secrets/key-ring.ts';
import { masterKeyOf } from '../secrets/master-key.ts';
import { isLoopback } from '../settings.ts';
import { databaseProblem } from '../start/database-problem.ts';
import { processorMs, StartPhases } from '../start/start-phases.ts';
import { openStore } from '../store/open-store.ts';
import { UserQuota } from '../store/quota/user-quota.ts';

/** What every process of the product has, whatever its role: its database, its news, its figures, and who somebody is. */
export async function openBase(options: ServerOptions, started: Disposer[]) {
  const { settings, logger } = options;
  const clock = options.clock ?? new SystemClock(logger);
  const phases = new StartPhases(clock, processorMs, logger.named('start'), options.stop);
  openDataFolder(settings.dataFolder);
  const disk = new DiskWatch({ folder: settings.dataFolder, floorBytes: settings.diskFloorBytes, clock, logger: logger.named('disk') });
  started.push(await disk.start());
  const master = masterKeyOf(settings);
  const databaseOptions = {
    dataDir: settings.dataFolder,
    databaseUrl: settings.databaseUrl ?? undefined,
    logger: logger.named('store'),
    onLost: options.onLost,
    hasRoom: disk.hasRoom,
  };
  const store = await phases
    .run('database', () => openStore(databaseOptions))
    .catch((error: unknown) => Promise.reject(databaseProblem(error, settings.databaseUrl)));
  started.push(() => store.close());
  const keys = await KeyRing.open({ store, master, clock });
  const masterKey = keys.root;
  if (store.kind === 'postgres') started.push(followKeys(keys, clock, logger.named('keys')));
  if (store.kind === 'pglite') {
    const { dataFolder, diskFloorBytes: floorBytes } = settings;
    started.push(await openBackupDoor({ store, dataFolder, floorBytes, clock, logger: logger.named('backup'), newId: randomUUID }));
  }
  const busLogger = logger.named('bus');
  const busChoice = { natsUrl: settings.bus, databaseUrl: settings.databaseUrl, clock, logger: busLogger };
  const newId = randomUUID;
  const bus = openBus(newId(), chosenCarrier(busChoice), busLogger);
  started.push(() => bus.close());
  const metrics = new Metrics();
  if (options.processFigures === true) metrics.collectProcess();
  started.push(logger.onFailure(() => metrics.logFailures.inc()));
  const quota = new UserQuota(store, settings.userQuotaMb * 1024 ** 2);
  const demoAllowed = isLoopback(settings.host) && settings.demo;
  const roles = new RoleBook();
  const mail = await HouseMailDoor.open(
    {
      ...{ store, keys, bus, clock, newId, logger: logger.named('mail') },
      ...{ environment: settings.mail, publicUrl: settings.publicUrl },
      // Nobody tries a mail before the start has ended.
      firmName: () => platform.state.settings.firmName,
      languageOf: (userId) => deliveries.languageOf(store, userId),
    },
    started,
  );
  const sms = await HouseSmsDoor.open(
    {
      ...{ store, keys, bus, clock, newId, logger: logger.named('sms'), environment: settings.sms },
      // Nobody tries a message before the start has ended.
      firmName: () => platform.state.settings.firmName,
      languageOf: (userId) => deliveries.languageOf(store, userId),
    },
    started,
  );
  const letterChannels = {
    get mail() {
      return mail.channel !== null;
    },
    get sms() {
      return sms.channel !== null;
    },
  };
  const codes = new AddressCodes({ store, clock, masterKey, newId });
  const deliveries = new StoredDeliveries({
    ...{ store, clock, keys, newId, readIn: (chosen: Language | null) => readIn(platform.state.settings, chosen) },
    channels: letterChannels,
  });
  const letters = new NoticeLetters({ clock, newId, seal: deliveries.seal.bind(deliveries) });
  const contact = settings.publicUrl ?? `mailto:${settings.mail?.from ?? 'desk@localhost.localdomain'}`;
  const vapid = await Vapid.open(store, keys, contact);
  const push = new PushBook({
    ...{ store, clock, keys, newId, publicKey: vapid.publicKey, own: settings.pushServices },
    channels: letterChannels,
    sendTest: async (repositories, userId) => {
      const language = await deliveries.languageOf(repositories, userId);
      return letters.toDevices(repositories, userId, { about: 'system', ...testNotice(language, platform.state.settings.firmName) });
    },
  });
  const devices = store.pushDevices;
  const channels: Channels = {
    get mail() {
      return mail.channel;
    },
    get sms() {
      return sms.channel;
    },
    push: new PushChannel({ devices, vapid, keysOf: push.keysOf.bind(push), clock, own: settings.pushServices }),
  };
  const identityParts = {
    roles,
    store,
    bus,
    clock,
    logger: logger.named('session'),
    masterKey,
    newId,
    deliveries,
    letters,
    places: settings.places,
    // A sign-in is later than the start.
    firmName: () => platform.state.settings.firmName,
    factorDuty: () => platform.state.settings.secondFactor,
    demoAllowed,
    longestMs: settings.sessionHours * hourMs,
    signInWork: options.signInWork,
  };
  const identity = await phases.run('sessions', () => openIdentity(identityParts, started));
  const platform = await Platform.open(
    { store, bus, clock, logger: logger.named('platform'), ...(settings.demo ? { defaults: demoSettings } : {}) },
    started,
  );
  const { clientFolder, rateFactor = 1, checkReplies = false } = options;
  const edge = {
    roles,
    store,
    bus,
    quota,
    languageOf: (userId: string) => deliveries.languageOf(store, userId),
    places: settings.places,
    clock,
    metrics,
    newId,
    clientFolder,
    site: { publicUrl: settings.publicUrl, social: settings.social, platform: () => platform.state },
    trustedProxies: settings.trustedProxies,
    rateFactor,
    checkReplies,
  };
  return {
    clock,
    phases,
    roles,
    disk,
    masterKey,
    keys,
    store,
    bus,
    metrics,
    quota,
    newId,
    identityParts,
    identity,
    platform,
    mail,
    sms,
    channels,
    deliveries,
    letters,
    push,
    codes,
    edge,
  };
}

/** Everything can be tried there, on this machine alone. */
const demoSettings: Partial<PlatformSettings> = { registration: 'open', sandbox: true };

export type Base = Awaited<ReturnType<typeof openBase>>;

const hourMs = 60 * 60_000;
