import { type Static, Type } from '@sinclair/typebox';
import { strict } from '../common.ts';

/**
 * `/wssapi/stream`: any number of topics over one connection.
 * Client → server: one JSON object a frame. Server → client: one JSON array of messages a frame, batched every 20 ms; the first
 * of them, `f`, says which frame of the connection it is, from 1 on: a client that misses one connects anew.
 * A socket whose path names its topic has asked for it with the `id` 0.
 *
 * Topics: `tickers`, `ticker:<id>`, `depth:<id>`, `trades:<id>`, `candles:<id>:<interval>`, `spreads`, `indexes`, `venues`, `plugins`, and for a
 * signed-in socket `orders`, `fills`, `balances`, `alerts`, `accounts`, `layouts`, `messages`, `strategies`, `backtests`.
 * `accounts` and `layouts` tell only that something has changed: the snapshot with which they begin is for how many ms there were no such news.
 */
export const StreamRequest = Type.Union([
  strict({ op: Type.Literal('auth'), id: Type.Integer({ minimum: 0 }), token: Type.String({ maxLength: 128 }) }),
  strict({
    op: Type.Union([Type.Literal('subscribe'), Type.Literal('unsubscribe')]),
    id: Type.Integer({ minimum: 0 }),
    topics: Type.Array(Type.String({ maxLength: 120 }), { minItems: 1, maxItems: 100 }),
  }),
  strict({ op: Type.Literal('ping'), id: Type.Integer({ minimum: 0 }) }),
]);
export type StreamRequest = Static<typeof StreamRequest>;

/**
 * `k`: `f` number of the frame, `a` answer to a request (`id`, `code`, `msg`), `s` snapshot that replaces what is known, `d` delta to it, `e` event.
 * `n` is the sequence after the message and `p` the one it builds on; a client whose own is not `p` subscribes anew.
 */
export type StreamMessage =
  | { readonly k: 'f'; readonly n: number }
  | {
      readonly k: 'a';
      readonly id: number;
      readonly code: number;
      readonly msg?: string;
      readonly params?: Readonly<Record<string, string | number>>;
      /** Of several topics those that were not taken; `code` says of the first why. */
      readonly refused?: readonly string[];
    }
  | { readonly k: 's' | 'd' | 'e'; readonly t: string; readonly n?: number; readonly p?: number; readonly d: unknown };
