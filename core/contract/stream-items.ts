import type { AccountCopied } from '../../schemas/wire/copying.ts';
import type { AccountSwitches } from '../../schemas/wire/risk.ts';
import type { StreamMessage } from '../../schemas/wire/stream.ts';
import type { HouseOf } from './house-words.ts';

/** A message of a topic, as subscribers hear it. */
export type TopicMessage = Exclude<StreamMessage, { k: 'a' | 'f' }>;

/** A message carries one item or a list of them; an item that is a tuple itself (a candle) starts with a number. */
export function itemsOf<T>(message: TopicMessage): readonly T[] {
  const data = message.d;
  if (data === null || data === undefined) return [];
  if (!Array.isArray(data)) return [data as T];
  return typeof data[0] === 'number' ? [data as T] : (data as readonly T[]);
}

/** An item of topic `switches`: what stands against orders of an account. */
export type SwitchesItem = HouseOf<AccountSwitches>;

/** An item of topic `copied`: who repeats orders of an account. */
export type CopiedItem = HouseOf<AccountCopied>;
