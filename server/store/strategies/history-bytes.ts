import { type RawBuilder, sql } from 'kysely';
import type { InstanceCommit, NewInstanceEvent } from './instance-store.ts';

const rowBytes = 64;
export const pointBytes = 128;

/** Of a row of `strategy_event`. */
export const lineBytes: RawBuilder<number> = sql`(${sql.lit(rowBytes)} + octet_length(payload))`;

/** What `history_bytes` of an instance grows by. A point that takes the place of an earlier one counts once more until it is thinned. */
export const writtenBytes = ({ events, plots }: Pick<InstanceCommit, 'events' | 'plots'>): number =>
  events.reduce((sum, event) => sum + eventBytes(event), plots.length * pointBytes);

const eventBytes = ({ payload }: NewInstanceEvent): number => rowBytes + Buffer.byteLength(JSON.stringify(payload));

/** Takes off `history_bytes` what the rows of `gone`, with `instance_id` and `bytes`, took. */
export const uncounted = (gone: string): RawBuilder<unknown> =>
  sql`update strategy_instance set history_bytes = greatest(0, history_bytes - freed.bytes)
    from (select instance_id, sum(bytes) as bytes from ${sql.table(gone)} group by instance_id) as freed
    where strategy_instance.instance_id = freed.instance_id`;
