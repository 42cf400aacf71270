import { addressesOf, wrongAddress } from '../../core/domain/accounts/address-text.ts';
import { keyDays, maxKeyAddresses, type NewApiKey } from '../../schemas/wire/api-key.ts';
import type { KeyPermission } from '../../schemas/wire/route.ts';

export const expiries = ['30', '90', '180', '365', 'never'] as const;
type Expiry = (typeof expiries)[number];

/** What was typed and chosen of a key that is to be made. */
export interface KeyDraft {
  readonly name: string;
  readonly permission: KeyPermission;
  /** Separated by commas, spaces or lines. */
  readonly addresses: string;
  readonly expiry: Expiry;
  readonly password: string;
}

export const emptyDraft: KeyDraft = {
  name: '',
  permission: 'read',
  addresses: '',
  expiry: String(keyDays.standard) as Expiry,
  password: '',
};

export type DraftField = 'name' | 'addresses' | 'password';
interface DraftProblem {
  readonly field: DraftField;
  /** Key of the texts. */
  readonly rule: 'name' | 'address' | 'tooMany' | 'password';
  readonly params: Readonly<Record<string, string | number>>;
}

/** What stands in the way, one for each field. The server looks at addresses again, and closer. */
export function draftProblems(draft: KeyDraft): readonly DraftProblem[] {
  const problems: DraftProblem[] = [];
  if (draft.name.trim() === '') problems.push({ field: 'name', rule: 'name', params: {} });
  const addresses = addressesOf(draft.addresses);
  const wrong = wrongAddress(addresses);
  if (wrong !== undefined) problems.push({ field: 'addresses', rule: 'address', params: { address: wrong } });
  else if (addresses.length > maxKeyAddresses) problems.push({ field: 'addresses', rule: 'tooMany', params: { limit: maxKeyAddresses } });
  if (draft.password === '') problems.push({ field: 'password', rule: 'password', params: {} });
  return problems;
}

export const newKeyOf = ({ name, permission, addresses, expiry, password }: KeyDraft): NewApiKey => ({
  name: name.trim(),
  permission,
  addresses: [...addressesOf(addresses)],
  days: expiry === 'never' ? null : Number(expiry),
  password,
});
