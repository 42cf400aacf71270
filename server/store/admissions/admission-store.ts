import type { ColumnType } from 'kysely';
import type { AdmissionTerms, OpenAdmission } from '../../../core/contract/admissions.ts';

/** What a letter opens, and until when: another letter of the same admission takes its place. */
export interface AdmissionLetter {
  readonly tokenHash: string;
  readonly deliveryId: string;
  /** User id. */
  readonly invitedBy: string;
  readonly invitedMs: number;
  readonly untilMs: number;
}

export interface AdmissionRecord extends AdmissionTerms, Omit<AdmissionLetter, 'tokenHash'> {
  readonly admissionId: string;
  /** How often somebody chose a user name that another has. */
  readonly nameTries: number;
}

/** Open are those that nobody has used or revoked, whether their time is over or not; an address has one of them. Who writes holds the administrators first. */
export interface AdmissionRows {
  add(admission: AdmissionTerms & AdmissionLetter & { readonly admissionId: string }): Promise<void>;
  /** The newest first, with whose they are and what became of the letter. */
  listOpen(limit: number): Promise<readonly OpenAdmission[]>;
  countOpen(): Promise<number>;
  open(admissionId: string): Promise<AdmissionRecord | null>;
  /** In letters of any size. */
  openAt(address: string): Promise<AdmissionRecord | null>;
  /** Open, and worth something. */
  openedBy(tokenHash: string, nowMs: number): Promise<AdmissionRecord | null>;
  /** Another letter; the link of the one before opens nothing more. */
  renew(admissionId: string, letter: AdmissionLetter): Promise<void>;
  revoke(admissionId: string, nowMs: number): Promise<void>;
  /** By who came with it. */
  use(admissionId: string, userId: string, nowMs: number): Promise<void>;
  /** Counts one that the token opens, in one step; false: it opens nothing any more, or has been counted so often. */
  nameTaken(tokenHash: string, nowMs: number, most: number): Promise<boolean>;
  /** Those whose time was over before. */
  deleteOlder(untilMs: number): Promise<number>;
}

type Moment<N = never> = ColumnType<string | N, number | N, number | N>;

export interface AdmissionTables {
  readonly admission: {
    admission_id: string;
    token_hash: string;
    address: string;
    role: string;
    vip_level: number;
    vip_until_ms: Moment<null>;
    product_version: string | null;
    language: string;
    invited_by: string;
    invited_ms: Moment;
    until_ms: Moment;
    delivery_id: string;
    name_tries: number;
    user_id: string | null;
    used_ms: Moment<null>;
    revoked_ms: Moment<null>;
  };
}
