import type { Markets } from '../../core/contract/client-services.ts';
import { productVersions } from '../../core/domain/accounts/role.ts';
import type { Translate } from '../../core/ui/index.ts';

export type TitledMarkets = Pick<Markets, 'instrument' | 'exchangeTitle'>;

/** What entries speak of beside people, by the first word of a subject: `subject.<word>` says it. */
const kinds = [
  ...['account', 'announcement', 'api-key', 'asset', 'audit', 'delivery', 'exchange', 'instance', 'invitation', 'letter', 'market'],
  ...['movement', 'named-set', 'package', 'package-key', 'plugin-set', 'product-version', 'strategy', 'transfer', 'venue'],
];
/** What entries speak of as a whole: `lone.<word>` says it. */
const lone = ['accounts', 'audit', 'backup', 'balances', 'desk', 'inbox', 'instances', 'money', 'movements', 'people', 'platform'];

/** A subject as the key of its kind's text and what stands behind it; a kind without a text is shown by its word. */
export function partsOf(subject: string): { readonly key: string | null; readonly id: string } {
  const at = subject.indexOf('/');
  if (lone.includes(subject)) return { key: `lone.${subject}`, id: '' };
  const kind = at < 0 ? subject : subject.slice(0, at);
  return { key: at > 0 && kinds.includes(kind) ? `subject.${kind}` : null, id: subject.slice(at + 1) };
}

/** A subject by its kind and what stands behind it, such as `Account 7`; versions of the product have names. */
export function subjectText(subject: string, t: Translate, nameOf = (id: string): string => id): string {
  const { key, id } = partsOf(subject);
  if (key === null) return subject;
  const isVersion = key === 'subject.product-version' && productVersions.some((one) => one === id);
  return `${t(key)} ${isVersion ? t(`product.${id}`) : nameOf(id)}`.trim();
}

/** What an exchange, or a market at one, is called; null of everything else. */
export function titleOf(subject: string, markets: TitledMarkets): string | null {
  const [, kind, id = ''] = /^(venue|exchange|market)\/(.+)$/.exec(subject) ?? [];
  if (kind === undefined) return null;
  if (kind !== 'market') return markets.exchangeTitle(id);
  const market = markets.instrument(id);
  return market === null ? null : `${market.symbol} · ${markets.exchangeTitle(market.exchange)}`;
}
