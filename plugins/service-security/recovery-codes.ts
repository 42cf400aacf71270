import { Secret } from 'otpauth';
import type { Sealing } from '../../core/contract/sealing.ts';

const codes = 10;
const group = 4;
/** Letters and the digits 2 to 7: none that is taken for another. */
const length = 3 * group;

/** Ten of 60 random bits each, such as `K7QM-2XWD-6RTB`. */
export const freshRecoveryCodes = (): readonly string[] =>
  Array.from({ length: codes }, () => {
    const letters = new Secret({ size: 8 }).base32.slice(0, length);
    return Array.from({ length: length / group }, (_, at) => letters.slice(at * group, (at + 1) * group)).join('-');
  });

/** Under which a code is kept; letters of any size, blanks and hyphens as they are typed. Another person's same code has another. */
export const recoveryDigest = (sealing: Pick<Sealing, 'digest'>, userId: string, typed: string): string =>
  sealing.digest(`recovery/${userId}`, typed.toUpperCase().replaceAll(/[\s-]/g, ''));
