import type { Principal } from '../../core/contract/access.ts';
import type { ChangeNote } from '../../core/contract/people.ts';

export type Author = Exclude<ChangeNote['by'], 'system'>;

/** Null: a guest. */
export const authorOf = ({ userId, role }: Principal): Author | null => (userId === null || role === null ? null : { userId, role });
