import type { PersonState } from '../../../core/contract/people.ts';
import type { ProductVersion, Role } from '../../../core/domain/accounts/role.ts';
import { productVersions, vipLevels } from '../../../core/domain/accounts/role.ts';

export const states = ['ACTIVE', 'DISABLED'] as const satisfies readonly PersonState[];

export const products = [...productVersions, 'none'] as const;

/** What the list is narrowed by, in the words of the wire; what is absent asks for nothing. */
export interface PeopleFilter {
  readonly search?: string;
  readonly role?: Role;
  readonly vip_level?: number;
  readonly state?: PersonState;
  readonly product?: ProductVersion | 'none';
  /** The user name of who brought them. */
  readonly invited_by?: string;
}

/** What asks for everybody. */
export const everybody = { search: '', role: undefined, vip_level: undefined, state: undefined, product: undefined, invited_by: undefined };

/** The lists of the page: who can sign in, and who was invited to. */
export const usersParts = ['people', 'invitations'] as const;
export type UsersPart = (typeof usersParts)[number];

/** What an address of this page says: a filter, who is open, and which list. Foreign text: only what the calls understand is taken. */
export function readAddress(query: string): { readonly filter: PeopleFilter; readonly user: string | null; readonly part: UsersPart } {
  const params = new URLSearchParams(query);
  const search = params.get('search')?.slice(0, 200);
  const role = params.get('role');
  const level = vipLevels.find((one) => String(one) === params.get('level'));
  const state = states.find((one) => one === params.get('state'));
  const product = products.find((one) => one === params.get('product'));
  const inviter = params.get('inviter')?.slice(0, 64);
  const user = params.get('user');
  return {
    filter: {
      ...(search ? { search } : {}),
      ...(role !== null && /^[a-z_]{1,32}$|^[a-z0-9-]{1,72}\/[a-z0-9.-]{1,72}$/.test(role) ? { role: role as Role } : {}),
      ...(level === undefined ? {} : { vip_level: level }),
      ...(state === undefined ? {} : { state }),
      ...(product === undefined ? {} : { product }),
      ...(inviter ? { invited_by: inviter } : {}),
    },
    part: usersParts.find((one) => one === params.get('part')) ?? 'people',
    user: user !== null && /^[A-Za-z0-9-]{1,64}$/.test(user) ? user : null,
  };
}

/** The address's query for it, with its question mark; empty where there is nothing to say. */
export function writeAddress(
  { search, role, vip_level, state, product, invited_by }: PeopleFilter,
  user: string | null,
  part: UsersPart = 'people',
): string {
  const of = part === 'people' ? undefined : part;
  const entries = Object.entries({
    part: of,
    search,
    role,
    level: vip_level?.toString(),
    state,
    product,
    inviter: invited_by,
    user: user ?? undefined,
  });
  const said = new URLSearchParams(entries.filter((entry): entry is [string, string] => entry[1] !== undefined)).toString();
  return said === '' ? '' : `?${said}`;
}
