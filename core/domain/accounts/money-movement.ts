/** Money that comes from outside or goes there: brought by its owner, taken out by him, put right by the house, given by it, or given by a rule of it. */
export const movementKinds = ['deposit', 'withdrawal', 'adjustment', 'bonus', 'rebate'] as const;
export type MovementKind = (typeof movementKinds)[number];
/** Those that somebody asks for. */
export const askedMovementKinds = ['deposit', 'withdrawal', 'adjustment', 'bonus'] as const satisfies readonly MovementKind[];
export type AskedMovementKind = (typeof askedMovementKinds)[number];

/**
 * REQUESTED: waits for a second person. APPROVED: the exchange is asked, or will be. DONE: it is in the books of the exchange. REFUSED: the second
 * person said no. TAKEN_BACK: by who asked. FAILED: the exchange refused, and nothing has moved. UNRESOLVED: the exchange has not answered; it is
 * asked again under the same name until it does.
 */
export const movementStates = ['REQUESTED', 'APPROVED', 'DONE', 'REFUSED', 'TAKEN_BACK', 'FAILED', 'UNRESOLVED'] as const;
export type MovementState = (typeof movementStates)[number];

const prefix = 'money-';
/** By which an exchange knows a movement: what it keeps back under it, the withdrawal of the same name takes. */
export const movementReference = (movementId: string): string => `${prefix}${movementId}`;
/** The movement that a reference names; null: none. */
export const movementIdOf = (reference: string): string | null => (reference.startsWith(prefix) ? reference.slice(prefix.length) : null);

/** Nobody knows yet what becomes of it. */
export const openMovementStates: readonly MovementState[] = ['REQUESTED', 'APPROVED', 'UNRESOLVED'];

/** Roles that may say yes to what others have asked for. */
export const approvingRoles = ['finance_manage'] as const;

/** A movement that is worth more needs a second person, until administrators say otherwise; USDT. */
export const usualApprovalLimit = '10000';

/** So many withdrawals of one owner wait or are under way at once. */
export const mostOpenWithdrawals = 20;

export const proofMedia = ['application/pdf', 'image/png', 'image/jpeg'] as const;
export type ProofMedium = (typeof proofMedia)[number];
export const mostProofMb = 2;

const heads: readonly (readonly [ProofMedium, readonly number[]])[] = [
  ['application/pdf', [0x25, 0x50, 0x44, 0x46, 0x2d]],
  ['image/png', [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]],
  ['image/jpeg', [0xff, 0xd8, 0xff]],
];

/** What a file is by its first eight bytes, whatever it is called; null: nothing that proves a movement. */
export const proofMedium = (head: Uint8Array): ProofMedium | null =>
  heads.find(([, bytes]) => bytes.every((byte, at) => head[at] === byte))?.[0] ?? null;
