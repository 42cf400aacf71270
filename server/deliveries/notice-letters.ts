import type { Clock } from '../../core/contract/server-services.ts';
import type { DeliveryChannel } from '../../core/domain/delivery.ts';
import { isHandheld } from '../../core/domain/device.ts';
import { type NoticeDevices, type NoticeSubject, noticeSection, wantsNotice } from '../../core/domain/notice.ts';
import type { Repositories } from '../store/store.ts';

export interface NoticeLetter {
  readonly about: NoticeSubject;
  readonly title: string;
  readonly body: string;
}

/** One that says the same to each reader in his own language. */
export interface LetterFor {
  readonly about: NoticeSubject;
  /** On these alone; absent: on all. */
  readonly devices?: NoticeDevices | undefined;
  readonly in: (userId: string) => Promise<Omit<NoticeLetter, 'about'>>;
}

interface NoticeLettersParts {
  readonly clock: Pick<Clock, 'nowMs'>;
  readonly newId: () => string;
  readonly seal: (address: string, text: string) => string;
}

const hourMs = 60 * 60_000;
/** How long a letter of each way is worth something, ms. What is late stands among the messages. */
const lifeMs: Readonly<Record<DeliveryChannel, number>> = { mail: 24 * hourMs, sms: 6 * hourMs, push: 6 * hourMs };

/** Brings what a person is told to where he wants to be told: his devices, his mail, his telephone. */
export class NoticeLetters {
  readonly #parts: NoticeLettersParts;

  constructor(parts: NoticeLettersParts) {
    this.#parts = parts;
  }

  /** In the transaction of what it tells of. Null as user: everybody who has a device. */
  async send(repositories: Repositories, userId: string | null, letter: NoticeLetter | LetterFor): Promise<void> {
    const readers = userId === null ? await repositories.pushDevices.users() : [userId];
    for (const reader of readers) await this.#sendTo(repositories, reader, letter, userId === null ? ['push'] : ['push', 'mail', 'sms']);
  }

  /** To each of his devices, or to those of a kind, whatever he has chosen. Gives how many there are. */
  async toDevices(repositories: Repositories, userId: string, letter: NoticeLetter, only?: NoticeDevices): Promise<number> {
    const all = await repositories.pushDevices.ofUser(userId);
    const devices = only === undefined ? all : all.filter(({ name }) => isHandheld(name) === (only === 'handhelds'));
    for (const { deviceId } of devices) await this.#add(repositories, userId, 'push', deviceId, letter);
    return devices.length;
  }

  async #sendTo(
    repositories: Repositories,
    userId: string,
    forReader: NoticeLetter | LetterFor,
    ways: readonly DeliveryChannel[],
  ): Promise<void> {
    const user = await repositories.users.get(userId);
    if (user === null || user.state !== 'ACTIVE') return;
    const chosen = noticesIn(await repositories.userConfig.get(userId));
    const wanted = ways.filter((way) => wantsNotice(chosen, forReader.about, way));
    if (wanted.length === 0) return;
    const letter = 'in' in forReader ? { about: forReader.about, ...(await forReader.in(userId)) } : forReader;
    const only = 'in' in forReader ? forReader.devices : undefined;
    if (wanted.includes('push')) await this.toDevices(repositories, userId, letter, only);
    for (const [way, address] of [
      ['mail', user.email],
      ['sms', user.phone],
    ] as const)
      if (address !== null && wanted.includes(way)) await this.#add(repositories, userId, way, address, letter);
  }

  async #add({ deliveries }: Repositories, userId: string, channel: DeliveryChannel, address: string, letter: NoticeLetter): Promise<void> {
    const { clock, newId, seal } = this.#parts;
    const createdMs = clock.nowMs();
    const deliveryId = newId();
    await deliveries.add({
      ...{ deliveryId, userId, address, channel, kind: 'notice', subject: letter.title },
      sealedBody: seal(address, textFor(channel, deliveryId, letter)),
      ...{ createdMs, expiresMs: createdMs + lifeMs[channel] },
    });
  }
}

/** What `push-worker.js` reads; a text message has no subject. */
function textFor(channel: DeliveryChannel, id: string, { about, title, body }: NoticeLetter): string {
  if (channel === 'push') return JSON.stringify({ id, about, title: cut(title, 100), body: cut(body, 500) });
  return channel === 'sms' ? cut(`${title} ${body}`.trim(), 300) : body;
}

const cut = (text: string, most: number): string => [...text].slice(0, most).join('');

function noticesIn(configJson: string | null): unknown {
  try {
    return (JSON.parse(configJson ?? '{}') as Readonly<Record<string, unknown>> | null)?.[noticeSection];
  } catch {
    return undefined;
  }
}
