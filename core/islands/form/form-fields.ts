import { type FormRules, type FormValues, formFault, tidyForm } from '../../domain/forms/form-rules.ts';
import type { DraftValues } from './draft.ts';
import type { FormIslandProps, FormSentence } from './form-props.ts';

type Control = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

/** The fields of a drawn form: what stands in them, and what is wrong with it. */
export class FormFields<R extends FormRules> {
  readonly #form: HTMLFormElement;
  readonly #rules: R;
  readonly #sentences: FormIslandProps['sentences'];

  constructor(form: HTMLFormElement, rules: R, sentences: FormIslandProps['sentences']) {
    this.#form = form;
    this.#rules = rules;
    this.#sentences = sentences;
  }

  get typed(): DraftValues {
    return Object.fromEntries(this.#controls().map(({ name, value }) => [name, value]));
  }

  get values(): FormValues<R> {
    return tidyForm(this.#rules, this.typed as Partial<Record<keyof R, string>>);
  }

  /** Puts back what was typed; what stands there already has been typed since. */
  restore(draft: DraftValues): void {
    for (const control of this.#controls()) if (control.value === '') control.value = draft[control.name] ?? '';
  }

  /** Chooses the options that the address of the page names, such as `?job=engineer`. */
  choose(asked: URLSearchParams): void {
    for (const [field, rule] of Object.entries(this.#rules)) {
      const option = asked.get(field);
      const control = this.#controlOf(field);
      if (rule.kind === 'choice' && option !== null && rule.options.includes(option) && control !== null) control.value = option;
    }
  }

  /** Whether the field has a place in this form. */
  has(field: string): boolean {
    return this.#faultOf(field) !== null;
  }

  /** Holds a field against its rule and says what is wrong beside it; `isAloud`: to those who hear the page, wherever they are on it. */
  judge(field: string, isAloud = true): boolean {
    const rule = this.#rules[field];
    if (rule === undefined) return true;
    const fault = formFault({ [field]: rule }, { [field]: this.values[field] ?? '' });
    this.say(field, fault === null ? null : this.sentence(fault.code, { limit: fault.limit ?? '' }), isAloud);
    return fault === null;
  }

  /** Not aloud: ten sentences at once help nobody, and the first wrong field tells its own when it gets the focus. */
  judgeAll(): boolean {
    return Object.keys(this.#rules)
      .map((field) => this.judge(field, false))
      .every(Boolean);
  }

  sentence(code: FormSentence, params: Readonly<Record<string, string | number>> = {}): string {
    return this.#sentences[code].replace('{limit}', String(params.limit ?? ''));
  }

  /** The sentence beside the field; null: nothing is wrong with it. */
  say(field: string, sentence: string | null, isAloud = false): void {
    const fault = this.#faultOf(field);
    fault?.setAttribute('aria-live', isAloud ? 'polite' : 'off');
    if (fault !== null && fault.textContent !== (sentence ?? '')) fault.textContent = sentence ?? '';
    const control = this.#controlOf(field);
    if (sentence === null) control?.removeAttribute('aria-invalid');
    else control?.setAttribute('aria-invalid', 'true');
  }

  isWrong(field: string): boolean {
    return this.#controlOf(field)?.getAttribute('aria-invalid') === 'true';
  }

  focusFirstWrong(): void {
    this.#form.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }

  /** All but files, in the order of the page. */
  #controls(): readonly Control[] {
    return [...this.#form.querySelectorAll<Control>('input:not([type="file"]), select, textarea')];
  }

  #controlOf(field: string): Control | null {
    return this.#form.querySelector<Control>(`[name="${CSS.escape(field)}"]`);
  }

  #faultOf(field: string): HTMLElement | null {
    return this.#form.querySelector<HTMLElement>(`[data-fault="${CSS.escape(field)}"]`);
  }
}
