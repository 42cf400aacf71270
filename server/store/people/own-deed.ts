import type { OwnTrace } from '../opening/own-traces.ts';
import type { NewAuditRecord } from '../records.ts';
import type { Repositories } from '../store.ts';

/** What a user did with his own things: in the audit, and more of one kind than that takes of him among his traces. It comes last in a transaction, as every entry does. */
export async function noteOwnDeed(
  { audit, traces }: Pick<Repositories, 'audit' | 'traces'>,
  entry: NewAuditRecord & { readonly action: OwnTrace },
): Promise<boolean> {
  if (await audit.appendOwn(entry)) return true;
  const { timeMs, actor, action, subject, before, after } = entry;
  await traces.append({ timeMs, actor, action, subject, before, after });
  return false;
}
