import type { DeliveryWords } from '../../core/contract/deliveries.ts';
import type { Places } from '../../core/contract/places.ts';
import type { Clock } from '../../core/contract/server-services.ts';
import { deviceName } from '../../core/domain/device.ts';
import type { Language } from '../../core/domain/language.ts';
import { fillText } from '../../core/domain/numbers/text-params.ts';
import { placeText } from '../../core/domain/place.ts';
import en from '../../locales/en/letters.json' with { type: 'json' };
import simplified from '../../locales/zh-CN/letters.json' with { type: 'json' };
import traditional from '../../locales/zh-TW/letters.json' with { type: 'json' };
import type { NoticeLetters } from '../deliveries/notice-letters.ts';
import { readerTime } from '../deliveries/reader-time.ts';
import type { StoredDeliveries } from '../deliveries/stored-deliveries.ts';
import type { UserRecord } from '../store/records.ts';
import type { Repositories } from '../store/store.ts';
import type { KnownNetworks } from './known-networks.ts';
import type { SessionOrigin } from './session-registry.ts';

interface SignInNoticeParts {
  readonly networks: Pick<KnownNetworks, 'knows'>;
  readonly deliveries: Pick<StoredDeliveries, 'sendIn' | 'languageOf'>;
  readonly letters: Pick<NoticeLetters, 'send'>;
  readonly places: Places;
  readonly clock: Pick<Clock, 'nowMs'>;
  /** As it stands on pages now. */
  readonly firmName: () => string;
}

const texts: Readonly<Record<Language, typeof en>> = { en, 'zh-CN': simplified, 'zh-TW': traditional };
/** How long the notice is worth something, ms. */
const lifeMs = 7 * 24 * 60 * 60_000;
const system = 3;

/** Tells a person that somebody came in as him from a network, or with a device, that was never his: by letter, and among his messages. */
export class SignInNotice {
  readonly #parts: SignInNoticeParts;

  constructor(parts: SignInNoticeParts) {
    this.#parts = parts;
  }

  /** In the transaction of the sign-in, before it is known. Nobody is told of his first. `user`: as he was before it. */
  async tell(repositories: Repositories, user: UserRecord, { ip, userAgent }: SessionOrigin): Promise<void> {
    const { networks, deliveries, letters, places, clock, firmName } = this.#parts;
    if (user.lastSignInMs === null) return;
    const isKnown = (await networks.knows(repositories.knownNetworks, user, ip)) && (await hasCome(repositories, user.id, userAgent));
    if (isKnown) return;
    const timeMs = clock.nowMs();
    const place = places.of(ip);
    const values = {
      firm: firmName(),
      name: user.username,
      time: await readerTime(repositories, user.id, timeMs),
    };
    const words = (language: Language, part: 'body' | 'brief' | 'message'): DeliveryWords => {
      const text = texts[language];
      const device = deviceName(userAgent) ?? text['signIn.device'];
      const where = place === null ? ip : `${ip} (${placeText(place, language)})`;
      const fill = (one: string): string => fillText(one, { ...values, ip: where, device });
      return { subject: fill(text['signIn.subject']), body: fill(text[`signIn.${part}`]) };
    };
    const language = await deliveries.languageOf(repositories, user.id);
    const { subject: title, body } = words(language, 'message');
    await repositories.messages.append({ userId: user.id, type: system, title, body, msgTimeMs: timeMs });
    await letters.send(repositories, user.id, { about: 'security', title, body });
    const part = user.email === null ? 'brief' : 'body';
    await deliveries.sendIn(repositories, { to: { userId: user.id }, kind: 'sign-in', words: (one) => words(one, part), lifeMs });
  }
}

/** A browser that has been updated is still the same: the two words count by which people know a device. */
async function hasCome({ loginLog }: Pick<Repositories, 'loginLog'>, userId: string, userAgent: string): Promise<boolean> {
  const device = deviceName(userAgent);
  const agents = await loginLog.agentsOf(userId);
  // Whoever has not been here for longer than sign-ins are kept is judged by his network alone.
  return agents.length === 0 || agents.some((agent) => deviceName(agent) === device);
}
