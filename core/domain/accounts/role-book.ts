import type { AccountAct } from './account-act.ts';
import { type HouseRole, houseRoles, type Role } from './role.ts';

/** What a role can have beyond what all have with accounts of their own. */
export const ownRights = ['trade', 'move'] as const;
/** What a role can have beyond what all have with accounts of others, as far as it is authorised for them. */
export const grantedRights = ['reduce', 'trade', 'move'] as const;

/** What sets a role apart. */
export interface RoleRow {
  readonly role: Role;
  readonly own: readonly (typeof ownRights)[number][];
  readonly granted: readonly (typeof grantedRights)[number][];
  /** Patterns of plugins that it begins without, until an administrator decides otherwise; absent: whoever does not trade begins without what trades. */
  readonly without?: readonly string[];
}

const trader = { own: ['trade', 'move'], granted: ['reduce', 'trade', 'move'] } as const;

const houseRows: Readonly<Record<HouseRole, Omit<RoleRow, 'role'>>> = {
  // Trades for nobody else and moves nobody else's money, whatever he is allowed: he takes back at most.
  admin: { own: ['trade', 'move'], granted: ['reduce'] },
  user: trader,
  asset: { own: [], granted: [] },
  finance: { own: [], granted: ['move'] },
  observer: { own: [], granted: [] },
  risk: { own: [], granted: ['reduce'] },
  finance_manage: { own: [], granted: ['move'] },
};

/** With one's own accounts. Whoever lost a right, or his whole role, must still be able to take back what he began with it. */
const everybodysOwn: readonly AccountAct[] = ['know', 'see', 'report', 'reduce'];
const everybodysGranted: readonly AccountAct[] = ['know', 'see', 'report'];

/** Roles of the house that have something to do with everybody's accounts, and what. No plugin brings such a role. */
const withAll: Readonly<Partial<Record<Role, readonly AccountAct[]>>> = {
  admin: ['know', 'oversee'],
  asset: ['oversee', 'allocate'],
  risk: ['oversee', 'control'],
  finance: ['oversee', 'fund'],
  finance_manage: ['oversee', 'fund'],
};

/** `own`: his account; `granted`: somebody else's, for which he is authorised; `foreign`: anybody else's. */
export type AccountTie = 'own' | 'granted' | 'foreign';

/** The roles that there are, those of the house first, and what each of them may do with accounts. */
export class RoleBook {
  #rows: ReadonlyMap<string, RoleRow>;

  constructor(contributed: readonly RoleRow[] = []) {
    this.#rows = rowsWith(contributed);
  }

  /** Puts these in the place of all that plugins have brought before. */
  take(contributed: readonly RoleRow[]): void {
    this.#rows = rowsWith(contributed);
  }

  get roles(): readonly Role[] {
    return this.rows.map(({ role }) => role);
  }

  get rows(): readonly RoleRow[] {
    return [...this.#rows.values()];
  }

  /** False for the role of a plugin that is gone, or that never was. */
  has(role: Role): boolean {
    return this.#rows.has(role);
  }

  /** Whether a role may do it with an account that it is so tied to. A guest has no role and may nothing. */
  mayWith(role: Role | null, act: AccountAct, tie: AccountTie): boolean {
    if (role === null) return false;
    const row = this.#rows.get(role);
    const isForHouse = row !== undefined && withAll[role]?.includes(act) === true;
    if (tie === 'foreign') return isForHouse;
    if (act === 'oversee' || act === 'control') return isForHouse;
    // For the house nobody books or moves money of his own.
    if (act === 'fund' || act === 'allocate') return isForHouse && tie !== 'own';
    if (tie === 'own') return everybodysOwn.includes(act) || row?.own.some((right) => right === act) === true;
    // Nobody looks at the accounts of others in a role that nobody answers for any more.
    return row !== undefined && (everybodysGranted.includes(act) || row.granted.some((right) => right === act));
  }

  /** Whether a role has anything to do with it at all; of one account the server decides. */
  may(role: Role | null, act: AccountAct): boolean {
    return this.mayWith(role, act, 'own') || this.mayWith(role, act, 'granted') || this.mayWith(role, act, 'foreign');
  }
}

const rowsWith = (contributed: readonly RoleRow[]): ReadonlyMap<string, RoleRow> =>
  new Map([...houseRoles.map((role): RoleRow => ({ role, ...houseRows[role] })), ...contributed].map((row) => [row.role, row]));
