/** What visitors send to the house, and how far it has been worked on. */
export const letterKinds = ['contact', 'career'] as const;
export type LetterKind = (typeof letterKinds)[number];

export const letterStates = ['new', 'in progress', 'answered', 'closed'] as const;
export type LetterState = (typeof letterStates)[number];

/** Which letters are wanted; absent: any. */
export interface LetterFilter {
  readonly kind?: LetterKind;
  readonly state?: LetterState;
  /** Stands in a field, in the name of the file, or in a note; capital letters or not. */
  readonly search?: string;
}

/** What a reader should know before opening a resume: named, never trusted to be absent. */
export const resumeFindings = [
  'JAVASCRIPT',
  'OPEN_ACTION',
  'LAUNCH',
  'FORM_ACTION',
  'EMBEDDED_FILE',
  'MACROS',
  'DDE',
  'ENCRYPTED',
  'POLYGLOT',
  'UNREAD_OBJECTS',
  'NO_END',
  'NAME_DIFFERS',
] as const;
export type ResumeFinding = (typeof resumeFindings)[number];
