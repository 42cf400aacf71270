/** What a person types into a public form, judged alike by the page beside the field and by the server. */

interface TextRule {
  readonly kind: 'text' | 'email' | 'phone' | 'url';
  /** Longest text, in characters. */
  readonly most: number;
  readonly required: boolean;
}

interface ChoiceRule {
  readonly kind: 'choice';
  readonly options: readonly string[];
  readonly required: boolean;
}

export type FieldRule = TextRule | ChoiceRule;
export type FormRules = Readonly<Record<string, FieldRule>>;
/** Every field of the form, '' where nothing was typed. */
export type FormValues<R extends FormRules> = { readonly [F in keyof R]: string };

/** Errors of the catalogue; each names the field. */
export type FormFault =
  | 'FORM_FIELD_EMPTY'
  | 'FORM_EMAIL_EMPTY'
  | 'FORM_EMAIL_INVALID'
  | 'FORM_PHONE_EMPTY'
  | 'FORM_PHONE_INVALID'
  | 'FORM_URL_INVALID'
  | 'FORM_CHOICE_UNKNOWN'
  | 'FORM_TEXT_TOO_LONG';

export interface FieldFault {
  readonly field: string;
  readonly code: FormFault;
  /** Of FORM_TEXT_TOO_LONG, in characters. */
  readonly limit?: number;
}

/** One `@`, no white space, and a domain with a dot: whether there is such a mailbox only a mail tells. */
const emailPattern = /^[^\s@<>()[\]\\,;:"]+@[^\s@<>()[\]\\,;:"]+\.[^\s@<>()[\]\\,;:".]{2,}$/;
/** Digits with what people put between them, and perhaps an extension. */
const phonePattern = /^\+?[0-9 ().-]{5,30}(( ?x| ext\.? ?)[0-9]{1,6})?$/i;
const phoneDigits = { least: 5, most: 21 };

/** Tabs and breaks of lines stand in longer texts, joiners inside words of some languages; nothing else that cannot be seen. */
const controls = /[\p{Cc}\u2028\u2029]|(?<![\p{L}\p{M}])[\u200c\u200d]|[\u200c\u200d](?!\p{L})|(?![\u200c\u200d])\p{Cf}/gu;
const isBreak = (character: string): boolean => character === '\n' || character === '\t';

/** Fillers are letters to Unicode, and the empty pattern of Braille a symbol: a text of nothing else is none. */
const seen = /[^\p{Default_Ignorable_Code_Point}\p{M}\s\u2800]/u;

/** As it is kept, '' where nothing of it can be seen: composed, with `\n` for every break, without control characters and overrides of direction, and without white space at its ends. */
export function tidyText(text: string): string {
  const tidy = text
    .normalize('NFC')
    .replace(/\r\n?/g, '\n')
    .replace(controls, (character) => (isBreak(character) ? character : ''))
    .trim();
  return seen.test(tidy) ? tidy : '';
}

/** The tidy values of all fields. */
export const tidyForm = <R extends FormRules>(rules: R, typed: Readonly<Partial<Record<keyof R, string>>>): FormValues<R> =>
  Object.fromEntries(Object.keys(rules).map((field) => [field, tidyText(typed[field as keyof R] ?? '')])) as FormValues<R>;

/** The first field that breaks its rule, in the order of the form; null: none. `values` are tidy. */
export function formFault<R extends FormRules>(rules: R, values: FormValues<R>): FieldFault | null {
  for (const [field, rule] of Object.entries(rules)) {
    const fault = faultOf(rule, values[field] ?? '');
    if (fault !== null) return { field, code: fault, ...(fault === 'FORM_TEXT_TOO_LONG' && 'most' in rule ? { limit: rule.most } : {}) };
  }
  return null;
}

function faultOf(rule: FieldRule, value: string): FormFault | null {
  if (value === '') return rule.required ? emptyFault(rule.kind) : null;
  if (rule.kind === 'choice') return rule.options.includes(value) ? null : 'FORM_CHOICE_UNKNOWN';
  if ([...value].length > rule.most) return 'FORM_TEXT_TOO_LONG';
  switch (rule.kind) {
    case 'email':
      return emailPattern.test(value) ? null : 'FORM_EMAIL_INVALID';
    case 'phone':
      return isPhone(value) ? null : 'FORM_PHONE_INVALID';
    case 'url':
      return isWebAddress(value) ? null : 'FORM_URL_INVALID';
    case 'text':
      return null;
  }
}

function emptyFault(kind: FieldRule['kind']): FormFault {
  if (kind === 'email') return 'FORM_EMAIL_EMPTY';
  return kind === 'phone' ? 'FORM_PHONE_EMPTY' : 'FORM_FIELD_EMPTY';
}

function isPhone(text: string): boolean {
  const digits = text.replace(/\D/g, '').length;
  return phonePattern.test(text) && digits >= phoneDigits.least && digits <= phoneDigits.most;
}

/** `javascript:` and the like never reach whoever follows a link of an applicant. */
function isWebAddress(text: string): boolean {
  if (/\s/.test(text) || !URL.canParse(text)) return false;
  const { protocol, hostname, username } = new URL(text);
  return (protocol === 'https:' || protocol === 'http:') && hostname.includes('.') && username === '';
}
