import type { ChangeNote } from '../../core/contract/people.ts';
import type { ApiKeyRecord } from '../store/people/api-key-store.ts';
import type { NewAuditRecord } from '../store/records.ts';
import type { Repositories } from '../store/store.ts';

type KeyFacts = Readonly<Record<string, string | number | null | string[]>>;

/** What the audit says of a key. */
export const keyFacts = ({ name, permission, addresses, expiresMs }: ApiKeyRecord): KeyFacts => ({
  name,
  permission,
  addresses: [...addresses],
  expires: expiresMs,
});

/** Takes all keys of a user: whoever had his password may have made them. Gives what the audit is to say of each, last in the transaction. */
export async function revokeKeys(
  { apiKeys }: Pick<Repositories, 'apiKeys'>,
  userId: string,
  { by, reason }: ChangeNote,
  timeMs: number,
): Promise<readonly NewAuditRecord[]> {
  const keys = await apiKeys.of(userId);
  for (const { keyId } of keys) await apiKeys.delete(userId, keyId);
  const actor = by === 'system' ? by : by.userId;
  return keys.map((key) => ({
    ...{ timeMs, actor, action: 'api-key.revoked', subject: `api-key/${key.keyId}`, reason },
    ...{ before: keyFacts(key), after: null },
  }));
}
