import type { ErrorCode } from '../../contract/error-catalogue.ts';

/** Refusals that a public form answers with a sentence of their own; every other one is a failure. */
export const formSentences = [
  'FORM_FIELD_EMPTY',
  'FORM_EMAIL_EMPTY',
  'FORM_EMAIL_INVALID',
  'FORM_PHONE_EMPTY',
  'FORM_PHONE_INVALID',
  'FORM_URL_INVALID',
  'FORM_CHOICE_UNKNOWN',
  'FORM_TEXT_TOO_LONG',
  'FORM_RESUME_EMPTY',
  'FORM_RESUME_TOO_LARGE',
  'FORM_RESUME_FORMAT',
] as const satisfies readonly ErrorCode[];
export type FormSentence = (typeof formSentences)[number];
export const isFormSentence = (code: ErrorCode): code is FormSentence => (formSentences as readonly ErrorCode[]).includes(code);

/** What stands below the form when it was not taken. */
export interface FormNotice {
  readonly title: string;
  readonly text: string;
}

/** What a drawn form tells its island, in the language of the page. */
export interface FormIslandProps {
  /** By code, perhaps with {limit}. */
  readonly sentences: Readonly<Record<FormSentence, string>>;
  readonly texts: {
    /** Beside a field that the server does not take for a reason that has no sentence. */
    readonly refused: string;
    readonly oneFile: string;
    /** {time}: how long what is sent is kept. */
    readonly terms: string;
    readonly working: string;
    readonly sending: string;
    readonly judging: string;
  };
  readonly notices: {
    readonly failed: FormNotice;
    /** {time}: until the next try. */
    readonly limited: FormNotice;
    readonly lost: FormNotice;
    readonly canceled: FormNotice;
    readonly impossible: FormNotice;
  };
}
